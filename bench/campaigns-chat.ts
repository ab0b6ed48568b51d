import { fork } from 'node:child_process'
import { join } from 'node:path'
import { z } from 'zod'
import { runChatLoad } from './chat-readers.ts'
import { cpuMs, percentile, rssMb } from './measure.ts'
import { openSite } from './site.ts'
import { atMost, type Row, reported } from './table.ts'

const readers = 2_000
/** Each sender posts every five seconds: even after a late answer, its next message must not fall within the cooldown of two seconds. */
const speakers = 50
const messages = 100
const gapMs = 100
const askedMs = 300

/** Measures the chat of one campaign with 2,000 open streams; every message must reach all of them. */
export async function campaignsChat(): Promise<{ notes: string[]; rows: Row[] }> {
  const site = await openSite()
  try {
    const [creator = '', ...cookies] = await site.people(1 + speakers)
    const { id } = await site.publish(creator)
    const words = (n: number) => `m${n} Has anybody found a shop near the station that is open after six?`
    const requests = Array.from({ length: messages }, (_, n) => postRequest(site.origin, { id, cookie: cookies[n % speakers] ?? '', body: words(n) }))
    const before = { cpu: cpuMs(site.pid), mb: rssMb(site.pid) }
    const spoken = await runChatLoad({
      origin: site.origin,
      stream: `/api/v1/live?topics=campaign:${id},chat:${id}`,
      readers,
      marks: /"body":"m(\d+) /,
      requests,
      gapMs,
      patienceMs: 5_000,
    })
    const cpu = cpuMs(site.pid) - before.cpu
    if (spoken.refused) throw new Error(`${spoken.refused} messages were refused`)
    const bare = await measureBareChat(requests.length, words)
    const times = [...spoken.ms]
    const comparedWith = (value: number) => ({ what: 'bare node:http', value })
    const expected = readers * messages
    return {
      notes: [
        `${messages} messages of ${speakers} people, one every ${gapMs} ms, to ${readers} open streams, each stored, rate-limited and passed through PostgreSQL; readers and speakers in one process of their own, from the sending of a message to its receipt. Beside it a process of node:http that writes the same to as many streams and does nothing else.`,
      ],
      rows: [
        atMost('chat: a message to 2,000 readers, p99', percentile(times, 0.99), 'ms', askedMs, comparedWith(percentile([...bare.ms], 0.99))),
        reported('chat: a message to 2,000 readers, p50', percentile(times, 0.5), 'ms', comparedWith(percentile([...bare.ms], 0.5))),
        {
          ...reported('chat: receipts', times.length, '', { what: 'expected', value: expected }),
          asked: 'all, none twice',
          reached: times.length === expected && spoken.doubles === 0,
        },
        reported('chat: time to answer, p99', percentile(spoken.answerMs, 0.99), 'ms'),
        reported('chat: server CPU a receipt', (cpu / expected) * 1_000, 'us'),
        reported('chat: memory for an open stream', ((rssMb(site.pid) - before.mb) * 1024) / readers, 'kB'),
      ],
    }
  } finally {
    await site.close()
  }
}

async function measureBareChat(count: number, words: (n: number) => string) {
  const child = fork(join(import.meta.dirname, 'chat-bare-server.ts'), { execArgv: ['--disable-warning=ExperimentalWarning'] })
  try {
    const received = await new Promise((resolve, reject) => child.once('message', resolve).once('error', reject))
    const origin = `http://127.0.0.1:${z.object({ port: z.int().positive() }).parse(received).port}`
    const requests = Array.from({ length: count }, (_, n) => bareRequest(origin, frame(words(n))))
    return await runChatLoad({ origin, stream: '/', readers, marks: /"body":"m(\d+) /, requests, gapMs, patienceMs: 5_000 })
  } finally {
    child.kill()
  }
}

/** An event-stream frame as long as the product's. */
function frame(body: string): string {
  const uuid = '0197a000-0000-7000-8000-000000000000'
  const message = {
    id: uuid,
    campaignId: uuid,
    author: { id: uuid, name: 'Bench P.', avatarUrl: null, isDeleted: false },
    body,
    createdAt: new Date().toISOString(),
  }
  return `event: said\nid: AAAAAAAAAAAAAAAA\ndata: ${JSON.stringify({ topic: `chat:${uuid}`, data: { said: message } })}\n\n`
}

function postRequest(origin: string, { id, cookie, body }: { id: string; cookie: string; body: string }): string {
  const text = JSON.stringify({ body })
  return [
    `POST /api/v1/campaigns/${id}/chat HTTP/1.1`,
    `host: ${new URL(origin).host}`,
    `origin: ${origin}`,
    `cookie: ${cookie}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(text)}`,
    '',
    text,
  ].join('\r\n')
}

const bareRequest = (origin: string, text: string) =>
  [`POST / HTTP/1.1`, `host: ${new URL(origin).host}`, `content-length: ${Buffer.byteLength(text)}`, '', text].join('\r\n')
