import { type Ledger, zeroWithoutAnswer } from './ledger.ts'
import type { Call, Line } from './load.ts'
import { random } from './seed.ts'

/** The result of one request. `wrong` is an answer that no correct product gives. */
export type Seen = { begun: number; ms: number; status: number; code: string | undefined; path: string; wrong: string | null }

/** Sends one of many kinds of writes and reads, as on a busy site. Correct answers are 2xx, and 503 with Retry-After. */
export async function anything(line: Line, ledger: Ledger): Promise<Seen> {
  const begun = performance.now()
  let code: string | undefined
  async function ask(call: Call) {
    const answer = await line.ask(call)
    code = answer.body?.code
    return answer
  }
  if (random() < 0.3) {
    const write = ledger.next()
    let wrong: string | null = null
    const status = await ledger.send({ ...line, ask }, write).catch((error: unknown) => {
      wrong = String(error)
      return zeroWithoutAnswer(error)
    })
    return { begun, ms: performance.now() - begun, status, code, path: write.call.path, wrong }
  }
  const person = ledger.people[Math.floor(random() * ledger.people.length)]
  const known = ledger.acknowledged().at(-1)?.campaign
  const paths = ['/', '/campaigns', '/api/v1/campaigns?limit=10', '/api/v1/stats', '/api/v1/me/campaigns', ...(known ? [`/api/v1/campaigns/${known}`] : [])]
  const path = paths[Math.floor(random() * paths.length)] ?? '/'
  const cookie = path.startsWith('/api/v1/me') ? person?.cookie : undefined
  const { status, headers, body } = await ask({ method: 'GET', path, ...(cookie ? { cookie } : {}) })
  const isDraft = status === 404 && path === `/api/v1/campaigns/${known}`
  const isRight = status === 200 || isDraft || (status === 503 && headers['retry-after'] !== undefined)
  return { begun, ms: performance.now() - begun, status, code, path, wrong: isRight ? null : `GET ${path} was answered ${status} ${JSON.stringify(body)}` }
}
