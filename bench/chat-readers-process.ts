// Child process that keeps many live streams open and also sends the messages, so that one clock measures both ends.
import { connect, type Socket } from 'node:net'
import type { ChatLoad, Notified } from './chat-readers.ts'
import { pause } from './measure.ts'
import { sendAll } from './raw-client.ts'

process.on('disconnect', () => process.exit(0))
process.once('message', (talk: ChatLoad) => {
  run(talk).then((reported) => process.send?.(reported, () => process.exit(0)))
})

async function run({ port, stream, readers, marks, requests, gapMs, patienceMs }: ChatLoad): Promise<Notified> {
  const sentAt = new Float64Array(requests.length)
  const ms: number[] = []
  let doubles = 0
  const sockets: Socket[] = []

  /** Opens one stream. The source addresses rotate because the server limits the streams of one address. */
  function open(at: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port, localAddress: `127.0.0.${2 + (at % 8)}`, noDelay: true })
      const received = new Set<number>()
      let unread = ''
      let isOpen = false
      socket.setEncoding('latin1')
      socket.on('error', reject)
      socket.on('data', (text: string) => {
        const now = performance.now()
        if (!isOpen && text.startsWith('HTTP/1.1 200')) {
          isOpen = true
          resolve()
        }
        const events = (unread + text).split('\n\n')
        unread = events.pop() ?? ''
        for (const event of events) {
          const found = marks.exec(event)?.[1]
          if (found === undefined) continue
          if (received.has(Number(found))) doubles++
          received.add(Number(found))
          ms.push(now - (sentAt[Number(found)] ?? 0))
        }
      })
      socket.write(`GET ${stream} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`)
      sockets.push(socket)
    })
  }
  for (let at = 0; at < readers; at += 50) await Promise.all(Array.from({ length: Math.min(50, readers - at) }, (_, n) => open(at + n)))
  await pause(2_500)

  const answers: Promise<{ status: number; ms: number }[]>[] = []
  const began = performance.now()
  for (const [n, request] of requests.entries()) {
    await pause(Math.max(0, began + n * gapMs - performance.now()))
    sentAt[n] = performance.now()
    answers.push(sendAll({ origin: `http://127.0.0.1:${port}`, connections: 1, requests: [request] }))
  }
  const answered = (await Promise.all(answers)).flat()
  const end = performance.now() + patienceMs
  while (ms.length < readers * requests.length && performance.now() < end) await pause(20)
  for (const socket of sockets) socket.destroy()
  return { ms: Float64Array.from(ms), doubles, refused: answered.filter(({ status }) => status > 299).length, answerMs: answered.map((one) => one.ms) }
}
