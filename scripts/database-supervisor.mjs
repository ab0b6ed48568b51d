// Runs PostgreSQL while a process of Holdout needs it, on systems without a shell with named pipes; see tcp-manner.ts. A holder counts until its
// connection sends data or closes. The open connection shows the holder that this process is alive.
import { execFile } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

const { pgCtl, data, pipe, account } = JSON.parse(process.argv[2] ?? '')
const holders = new Set()
let stopSoon = setTimeout(stop, 10_000)

for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => {})
// A Windows pipe disappears with its process; the file of a Unix socket does not.
if (!pipe.startsWith('\\\\')) rmSync(pipe, { force: true })
const listener = createServer((holder) => {
  const letGo = () => {
    if (!holders.delete(holder) || holders.size) return
    clearTimeout(stopSoon)
    stopSoon = setTimeout(stop, 2_000)
  }
  holders.add(holder)
  clearTimeout(stopSoon)
  holder.on('error', () => {})
  holder.on('data', letGo)
  holder.on('close', letGo)
})
listener.on('error', () => process.exit(1))
listener.listen(pipe, async () => {
  const port = await freePort()
  writeFileSync('port', String(port), { mode: 0o600 })
  // The timeout is a day, because recovery may take long. A failure therefore means that the server has ended.
  if (!(await control('start', '-w', '-t', '86400', '-l', 'server.log', '-o', `-p ${port}`))) process.exit(1)
  setInterval(() => {
    if (!isAlive()) process.exit(0)
  }, 250)
})

function stop() {
  void control('stop', '-m', 'fast', '-W')
  setTimeout(() => control('stop', '-m', 'immediate', '-W'), 10_000)
}

function control(...words) {
  return new Promise((resolve) => {
    execFile(pgCtl, [...words, '-D', data], { ...account, windowsHide: true }, (error) => resolve(error === null))
  })
}

function isAlive() {
  try {
    return process.kill(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]), 0)
  } catch {
    return false
  }
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
