import { fork } from 'node:child_process'
import { request } from 'node:http'
import { join } from 'node:path'
import { z } from 'zod'
import { pidOf } from './measure.ts'

export type BarePage = { path: string; body: Buffer; headers: Record<string, string> }

/** Starts bench/bare-server.ts as a child process; resolves when it listens. */
export async function startBare() {
  const child = fork(join(import.meta.dirname, 'bare-server.ts'), { execArgv: ['--disable-warning=ExperimentalWarning'] })
  const received = () => new Promise((resolve, reject) => child.once('message', resolve).once('error', reject))
  const { port } = z.object({ port: z.int().positive() }).parse(await received())
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: pidOf(child),
    async serve(pages: BarePage[]) {
      const taken = received()
      child.send(pages.map((page) => ({ ...page, body: page.body.toString('base64') })))
      await taken
    },
    stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      return ended
    },
  }
}

const contentHeaders = ['content-type', 'content-encoding', 'content-length', 'cache-control', 'vary']

/** Fetches one response as it is sent: the compressed body and the headers that describe it. */
export function answerOf(origin: string, path: string, headers: Record<string, string>): Promise<BarePage> {
  return new Promise((resolve, reject) => {
    const asked = request(new URL(path, origin), { headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode !== 200) return reject(new Error(`${path} answered ${response.statusCode}`))
        const kept = contentHeaders.flatMap((name) => (response.headers[name] === undefined ? [] : [[name, String(response.headers[name])]]))
        resolve({ path, body: Buffer.concat(chunks), headers: Object.fromEntries(kept) })
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}
