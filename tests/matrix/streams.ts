import { type Person, theSite } from '#tests/support/site.ts'
import { type Raw, rawOf } from './clients.ts'

/** The events with which a stream of this topic begins; `begun` ends them. */
export async function reported(who: Person | null, topic: string): Promise<Raw> {
  const ended = new AbortController()
  const response = await fetch(`${(await theSite()).origin}/api/v1/live?topics=${topic}`, { headers: who ? { cookie: who.cookie } : {}, signal: ended.signal })
  let received = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    received += decoder.decode(chunk, { stream: true })
    if (/^event: begun\n(.+\n)+\n/m.test(received)) break
  }
  ended.abort()
  const text = received
    .split('\n\n')
    .filter((event) => /^event: (change|said)$/m.test(event))
    .join('\n\n')
  return { ...(await rawOf(new Response(null, { status: response.status, headers: response.headers }))), text }
}
