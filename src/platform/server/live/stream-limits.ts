/** High on purpose: a whole town may stand behind one address. */
const perAddress = 500
/** Tabs share one, and hidden ones have none: it is as many browsers as one person looks at. */
const perPerson = 6

/** How many streams one address and one person may have open in this process. */
export function openStreamLimits() {
  const ofAddress = new Map<string, number>()
  const ofPerson = new Map<string, Set<() => void>>()

  return {
    isFull: (address: string) => (ofAddress.get(address) ?? 0) >= perAddress,
    /**
     * One more is open. Of a person who has too many the oldest is ended, not the newest refused: the oldest is likelier to
     * be one that nobody reads any more. Returns how to leave.
     */
    enter({ address, personId, end }: { address: string; personId: string | null; end: () => void }): () => void {
      ofAddress.set(address, (ofAddress.get(address) ?? 0) + 1)
      if (personId !== null) {
        const own = ofPerson.get(personId) ?? new Set()
        ofPerson.set(personId, own.add(end))
        const [oldest] = own
        if (own.size > perPerson && oldest) {
          own.delete(oldest)
          oldest()
        }
      }
      return () => {
        const left = (ofAddress.get(address) ?? 1) - 1
        if (left > 0) ofAddress.set(address, left)
        else ofAddress.delete(address)
        const own = personId === null ? undefined : ofPerson.get(personId)
        own?.delete(end)
        if (personId !== null && own?.size === 0) ofPerson.delete(personId)
      }
    },
  }
}
