import { randomUUID } from 'node:crypto'
import { type Person, theSite } from '#tests/support/site.ts'
import { type Raw, rawOf } from './clients.ts'

/** The events with which a stream of this topic begins; `begun` ends them. */
export const reported = (who: Person | null, topic: string) => streamed(who, { topics: topic, end: /^event: (begun|reset)\n(.+\n)+\n/m })

/** An event of a topic that has no state of its own. A later event of an open topic shows that it would have arrived. */
export async function said(who: Person | null, topic: string): Promise<Raw> {
  const { live } = await theSite()
  const fence = randomUUID()
  const answer = await streamed(who, {
    topics: `${topic},stats`,
    end: new RegExp(`${fence} end.*\\n\\n`),
    onBegun() {
      live.publishReliably({ topic, name: randomUUID(), data: { removed: fence } })
      live.publishReliably({ topic: 'stats', name: randomUUID(), data: { fence: `${fence} end` } })
    },
  })
  const own = answer.text.split('\n\n').filter((event) => event.includes(`"topic":"${topic}"`))
  return { ...answer, text: own.join('\n\n') }
}

type Streaming = { topics: string; end: RegExp; onBegun?: () => void }

/** The events of a stream until its text matches `end`. */
async function streamed(who: Person | null, { topics, end, onBegun }: Streaming): Promise<Raw> {
  const ended = new AbortController()
  const response = await fetch(`${(await theSite()).origin}/api/v1/live?topics=${topics}`, { headers: who ? { cookie: who.cookie } : {}, signal: ended.signal })
  let [received, hasBegun] = ['', false]
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    received += decoder.decode(chunk, { stream: true })
    if (end.test(received)) break
    if (hasBegun || !/^event: (begun|reset)$/m.test(received)) continue
    hasBegun = true
    onBegun?.()
  }
  ended.abort()
  const text = received
    .split('\n\n')
    .filter((event) => /^event: (change|said)$/m.test(event))
    .join('\n\n')
  return { ...(await rawOf(new Response(null, { status: response.status, headers: response.headers }))), text }
}
