import { type Ledger, zeroWithoutAnswer } from './ledger.ts'
import type { Line } from './load.ts'

/** What one request saw. `wrong` says what no correct product answers. */
export type Seen = { begun: number; ms: number; status: number; path: string; wrong: string | null }

/** One of many writes and reads, as they come to a busy site. Right answers are 2xx, and 503 with Retry-After. */
export async function anything(line: Line, ledger: Ledger): Promise<Seen> {
  const begun = performance.now()
  if (Math.random() < 0.3) {
    const write = ledger.next()
    let wrong: string | null = null
    const status = await ledger.send(line, write).catch((error: unknown) => {
      wrong = String(error)
      return zeroWithoutAnswer(error)
    })
    return { begun, ms: performance.now() - begun, status, path: write.call.path, wrong }
  }
  const person = ledger.people[Math.floor(Math.random() * ledger.people.length)]
  const known = ledger.acknowledged().at(-1)?.campaign
  const paths = ['/', '/campaigns', '/api/v1/campaigns?limit=10', '/api/v1/stats', '/api/v1/me/campaigns', ...(known ? [`/api/v1/campaigns/${known}`] : [])]
  const path = paths[Math.floor(Math.random() * paths.length)] ?? '/'
  const cookie = path.startsWith('/api/v1/me') ? person?.cookie : undefined
  const { status, headers, body } = await line.ask({ method: 'GET', path, ...(cookie ? { cookie } : {}) })
  const isDraft = status === 404 && path === `/api/v1/campaigns/${known}`
  const isRight = status === 200 || isDraft || (status === 503 && headers['retry-after'] !== undefined)
  return { begun, ms: performance.now() - begun, status, path, wrong: isRight ? null : `GET ${path} was answered ${status} ${JSON.stringify(body)}` }
}
