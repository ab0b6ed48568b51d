// Child process that generates an open loop: it sends each request at its scheduled time, whether or not earlier ones were answered.
import { existsSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { cpuMs } from './measure.ts'
import type { Arrivals, Outcomes } from './open-loop.ts'

type Line = { socket: Socket; at: number; read: number; wanted: number | null; head: Buffer | null }

process.on('disconnect', () => process.exit(0))
process.once('message', (arrivals: Arrivals) => {
  run(arrivals).then((outcomes) => process.send?.(outcomes, () => process.exit(0)))
})

function run({ port, pid, due, requests, patienceMs, readyConnections, mostConnections }: Arrivals): Promise<Outcomes> {
  const count = due.length
  const outcomes: Outcomes = {
    status: new Uint16Array(count),
    ms: new Float64Array(count),
    late: new Float64Array(count),
    retryAfter: new Uint16Array(count),
    connections: 0,
    cpu: [],
    refusals: new Map(),
  }
  const idle: Line[] = []
  const waiting = new Map<number, Line>()
  let [next, open, left] = [0, 0, count]
  const began = performance.now() + 50

  return new Promise((resolve) => {
    function settle(at: number, status: number) {
      outcomes.status[at] = status
      outcomes.ms[at] = performance.now() - began - (due[at] ?? 0)
      if (--left > 0) return
      clearInterval(sweep)
      clearInterval(sampling)
      for (const { socket } of idle) socket.destroy()
      resolve(outcomes)
    }

    function openLine(): Line {
      const socket = connect({ host: '127.0.0.1', port, noDelay: true })
      const line: Line = { socket, at: -1, read: 0, wanted: null, head: null }
      outcomes.connections = Math.max(outcomes.connections, ++open)
      socket.on('data', (chunk: Buffer) => onData(line, chunk))
      socket.on('error', () => {})
      socket.on('close', () => {
        open--
        const at = idle.indexOf(line)
        if (at >= 0) idle.splice(at, 1)
        if (waiting.delete(line.at)) settle(line.at, 0)
      })
      return line
    }

    function onData(line: Line, chunk: Buffer) {
      if (!waiting.has(line.at)) return
      line.read += chunk.length
      if (line.wanted === null) {
        line.head = line.head ? Buffer.concat([line.head, chunk]) : chunk
        const end = line.head.indexOf('\r\n\r\n')
        if (end < 0) return
        const length = /\r\ncontent-length: *(\d+)/i.exec(line.head.toString('latin1', 0, end))?.[1]
        line.wanted = length === undefined ? -1 : end + 4 + Number(length)
      }
      const isWhole = line.wanted >= 0 ? line.read >= line.wanted : chunk.toString('latin1', chunk.length - 5) === '0\r\n\r\n'
      if (isWhole) answered(line)
    }

    function answered(line: Line) {
      const text = line.head?.toString('latin1') ?? ''
      const [status, at] = [Number(text.slice(9, 12)), line.at]
      outcomes.retryAfter[at] = Number(/\r\nretry-after: *(\d+)/i.exec(text)?.[1] ?? 0)
      if (status === 503) {
        const body = text.slice(text.indexOf('\r\n\r\n') + 4)
        outcomes.refusals.set(body, (outcomes.refusals.get(body) ?? 0) + 1)
      }
      waiting.delete(at)
      line.at = -1
      if (/\r\nconnection: *close/i.test(text)) line.socket.destroy()
      else idle.push(line)
      settle(at, status)
    }

    function sendDue() {
      const now = performance.now() - began
      while (next < count && (due[next] ?? 0) <= now) {
        const at = next++
        outcomes.late[at] = now - (due[at] ?? 0)
        const line = idle.pop() ?? (open < mostConnections ? openLine() : null)
        if (!line) {
          settle(at, 0)
          continue
        }
        Object.assign(line, { at, read: 0, wanted: null, head: null })
        waiting.set(at, line)
        line.socket.write(requests[at % requests.length] ?? '', 'latin1')
      }
      if (next < count) setTimeout(sendDue, 1)
    }

    // Closes connections that have waited for `patienceMs`. `waiting` is in order of arrival, so the loop ends at the first younger one.
    const sweep = setInterval(() => {
      const now = performance.now() - began
      for (const [at, line] of waiting) {
        if (now - (due[at] ?? 0) < patienceMs) break
        line.socket.destroy()
      }
    }, 20)
    const sampling = setInterval(() => {
      if (existsSync(`/proc/${pid}/stat`)) outcomes.cpu.push({ at: performance.now() - began, ms: cpuMs(pid) })
    }, 100)
    while (open < readyConnections) idle.push(openLine())
    sendDue()
  })
}
