// Child process that keeps very many live streams open and also sends the requests, so that one clock measures both ends.
import { connect, type Socket } from 'node:net'
import type { Opening, ReaderMessage, Received } from './live-readers.ts'
import { pause } from './measure.ts'
import { sendAll } from './raw-client.ts'

const atOnce = 100
/** The number of source addresses, because the server allows one address 500 streams. */
const addresses = 40

process.on('disconnect', () => process.exit(0))
let port = 0
const streams: Stream[] = []
type Stream = { socket: Socket; unread: string }
let listening: { word: string; sentAt: number; received: Set<Stream>; ms: number[]; doubles: number } | null = null

process.on('message', (message: Opening | ReaderMessage) => {
  const answer = 'word' in message ? sendRequest(message) : open(message)
  answer.then(
    (done) => process.send?.(done ?? {}),
    (error: unknown) => process.send?.({ failed: String(error) }),
  )
})

async function open(opening: Opening): Promise<void> {
  port = opening.port
  for (let at = 0; at < opening.count; at += atOnce)
    await Promise.all(Array.from({ length: Math.min(atOnce, opening.count - at) }, (_, n) => openOne(opening, at + n)))
}

function openOne({ stream, cookies }: Opening, at: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress: `127.0.0.${2 + (at % addresses)}`, noDelay: true })
    const own: Stream = { socket, unread: '' }
    let isOpen = false
    socket.setEncoding('latin1')
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('A stream was closed')))
    socket.on('data', (text: string) => {
      if (!isOpen) {
        if (!text.startsWith('HTTP/1.1 200')) reject(new Error(text.slice(0, 200)))
        isOpen = true
        resolve()
      }
      receive(own, text)
    })
    const cookie = cookies.length ? `cookie: ${cookies[at % cookies.length]}\r\n` : ''
    socket.write(`GET ${stream} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${cookie}\r\n`)
    streams.push(own)
  })
}

function receive(stream: Stream, text: string): void {
  const whole = stream.unread + text
  const end = whole.lastIndexOf('\n\n')
  stream.unread = end < 0 ? whole : whole.slice(end + 2)
  if (!listening || end < 0) return
  const at = whole.indexOf(listening.word)
  if (at < 0 || at > end) return
  if (listening.received.has(stream) || whole.lastIndexOf(listening.word, end) !== at) listening.doubles++
  if (listening.received.has(stream)) return
  listening.received.add(stream)
  listening.ms.push(performance.now() - listening.sentAt)
}

async function sendRequest({ request, word, patienceMs }: ReaderMessage): Promise<Received> {
  const now = { word, sentAt: performance.now(), received: new Set<Stream>(), ms: [], doubles: 0 }
  listening = now
  const [answered] = await sendAll({ origin: `http://127.0.0.1:${port}`, connections: 1, requests: [request] })
  const end = now.sentAt + patienceMs
  while (now.ms.length < streams.length && performance.now() < end) await pause(10)
  // A duplicate would arrive shortly after the first receipt.
  await pause(200)
  return { ms: Float64Array.from(now.ms), doubles: now.doubles, status: answered?.status ?? 0, answerMs: answered?.ms ?? Number.NaN }
}
