/** Counts how often the requests for each subject (an operation or route) got each response. */
export function openTally() {
  const answers = new Map<string, Map<string, number>>()
  const slowOnes: string[] = []
  const awayOnes: string[] = []

  const of = (name: string) => answers.get(name) ?? new Map<string, number>()
  const asked = (name: string) => [...of(name).values()].reduce((sum, times) => sum + times, 0)

  return {
    add(name: string, gist: string) {
      const known = of(name)
      known.set(gist, (known.get(gist) ?? 0) + 1)
      answers.set(name, known)
    },
    slow: (name: string, ms: number) => void slowOnes.push(`${name} ${Math.round(ms)} ms`),
    slowOnes,
    /** Records that a request was repeated because the database was unavailable for a moment. */
    away: (name: string) => void awayOnes.push(name),
    awayOnes,
    asked,
    /** Number of responses whose label equals this text or begins with it: a status, or a status and a code. */
    seen: (name: string, gist: string) => [...of(name)].reduce((sum, [known, times]) => sum + (known === gist || known.startsWith(`${gist} `) ? times : 0), 0),
    total: () => [...answers.keys()].reduce((sum, name) => sum + asked(name), 0),
    /** One line per subject: the number of requests, and the responses. */
    lines: () =>
      [...answers.keys()].sort().map((name) => {
        const parts = [...of(name)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([gist, times]) => `${gist} x${times}`)
        return `${name}: ${asked(name)} (${parts.join(', ')})`
      }),
  }
}
export type Tally = ReturnType<typeof openTally>
