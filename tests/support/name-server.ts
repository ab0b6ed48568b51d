import { createSocket } from 'node:dgram'

/** Nothing answers there, so that no test asks a real name server. */
export const noNameServer = '127.0.0.1:9'

/** A name server on the loopback interface that answers questions for TXT records. It knows no other names and no other types. */
export async function aNameServer() {
  /** The TXT records of each name; each has its parts. */
  const records = new Map<string, string[][]>()
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (question, { address, port }) => {
    const { name, end } = nameIn(question)
    asked.push(name)
    const isText = question.readUInt16BE(end) === 16
    const answers = isText ? (records.get(name) ?? []) : []
    const header = Buffer.alloc(12)
    question.copy(header, 0, 0, 2)
    // A response with recursion; code 3 for a name that does not exist.
    header.writeUInt16BE(records.has(name) ? 0x8180 : 0x8183, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(answers.length, 6)
    socket.send(Buffer.concat([header, question.subarray(12, end + 4), ...answers.map(answerOf)]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    /** The names that were asked for. */
    asked,
    stop: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  }
}

/** The name of the first question, and where it ends. */
function nameIn(question: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

/** A TXT record for the name in the question. */
function answerOf(parts: string[]): Buffer {
  const data = Buffer.concat(parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part, 'latin1')])))
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(16, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
