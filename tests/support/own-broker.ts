import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { openFaultProxy } from './fault-proxy.ts'
import { testBroker } from './live-drivers.ts'
import { freePort } from './product.ts'

/** A broker that a test may stop and start. */
export type OwnBroker = { url: string; stop: () => Promise<void>; start: () => Promise<void>; remove: () => Promise<void> }

/** Starts a broker for this test if its program is installed, otherwise a proxy to the shared one that can be cut. */
export async function startOwnBroker(): Promise<OwnBroker> {
  const program = (process.env.PATH ?? '')
    .split(delimiter)
    .concat('/usr/bin')
    .flatMap((folder) => ['redis-server', 'valkey-server'].map((name) => join(folder, name)))
    .find(existsSync)
  if (!program) return cutAway()
  const port = await freePort()
  let server: ChildProcess | null = null

  async function start() {
    const started = spawn(program ?? '', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'])
    server = started
    await new Promise<void>((resolve, reject) => {
      started.stdout.on('data', (said) => String(said).includes('eady to accept connections') && resolve())
      started.once('error', reject)
      started.once('exit', (code) => reject(new Error(`The test's own broker ended with ${code}`)))
    })
  }
  async function stop() {
    const stopping = server
    server = null
    if (!stopping || stopping.exitCode !== null) return
    const exited = new Promise((resolve) => stopping.once('exit', resolve))
    stopping.kill('SIGTERM')
    await exited
  }
  await start()
  return { url: `redis://127.0.0.1:${port}`, start, stop, remove: stop }
}

async function cutAway(): Promise<OwnBroker> {
  const proxy = await openFaultProxy(testBroker)
  return { url: proxy.url, start: proxy.pass, stop: proxy.refuse, remove: proxy.close }
}
