import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isFull } from '#tests/support/figures.ts'
import { aFolder, aPreparedFolder, freePort, isReady, remove, spawnProduct, startProduct } from '#tests/support/product.ts'

const folders: string[] = []
const folder = () => kept(aFolder())
const preparedFolder = () => kept(aPreparedFolder())
function kept(made: string) {
  folders.push(made)
  return made
}
afterAll(() => folders.forEach(remove))

test.concurrent('a second npm start on one data folder is refused with the reason, and the first keeps running', async () => {
  const dataDir = preparedFolder()
  const first = await startProduct({ dataDir })
  const second = spawnProduct({ dataDir, port: await freePort(), env: {} })
  expect(await second.exited).toBe(1)
  expect(second.output()).toContain(`another process (${first.process.pid}) is using this DATA_DIR`)
  expect(await isReady(first.origin)).toBe(true)
  expect(await first.stop()).toBe(0)

  const third = await startProduct({ dataDir })
  expect(await third.stop()).toBe(0)
})

test.concurrent('a port in use ends the start with one clear line and a solution, and releases the database', async () => {
  const port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  const dataDir = preparedFolder()
  const refused = spawnProduct({ dataDir, port, env: {} })
  expect(await refused.exited).toBe(1)
  expect(refused.output()).toContain(`port ${port} is in use. Stop the program that uses it, or choose another with PORT=`)
  other.close()
  const next = await startProduct({ dataDir, port })
  expect(await next.stop()).toBe(0)
})

test.concurrent('a folder that cannot be written ends the start with one clear line', async () => {
  // A folder below a file cannot be created, not even by root.
  const dataDir = join(folder(), 'a-file', 'data')
  writeFileSync(dirname(dataDir), '')
  const refused = spawnProduct({ dataDir, port: await freePort(), env: {} })
  expect(await refused.exited).toBe(1)
  expect(refused.output()).toMatch(/cannot be written|no permission to write/)
})

// Takes half a minute, so it runs only in the full run.
test.runIf(isFull)('a PostgreSQL that accepts connections without answering ends the start with one clear line', { concurrent: true }, async () => {
  const port = await freePort()
  const mute = createServer().listen(port, '127.0.0.1')
  const refused = spawnProduct({ dataDir: folder(), port: await freePort(), env: { DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none` } })
  expect(await refused.exited).toBe(1)
  expect(refused.output()).toContain('PostgreSQL at DATABASE_URL does not answer')
  mute.close()
})

const wrong: [Record<string, string>, string][] = [
  [{ PORT: '99999' }, 'PORT must be a whole number from 0 to 65535'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be a PostgreSQL address'],
  [{ BASE_URL: 'https://example.com' }, 'AUTH_SECRET is required on a public site'],
  [{ BASE_URL: '/' }, 'BASE_URL must be the public address with http:// or https:// and without a path'],
  [{ TRUSTED_PROXIES: 'abc' }, 'TRUSTED_PROXIES must be addresses or networks'],
  [{ AUTH_SECRET: 'short' }, 'AUTH_SECRET must be at least 32 characters'],
  [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, 'PostgreSQL at DATABASE_URL does not answer'],
]
test.concurrent.each(wrong)('a wrong setting %o is reported with its name, its rule and an example', async (env, line) => {
  const refused = spawnProduct({ dataDir: folder(), port: await freePort(), env })
  expect(await refused.exited).toBe(1)
  expect(refused.output()).toContain(line)
})

test.concurrent('SIGTERM ends open streams and exits with 0', async () => {
  const product = await startProduct({ dataDir: preparedFolder() })
  const stream = await fetch(`${product.origin}/api/v1/live?topics=stats`)
  const reading = stream.text()
  expect(await product.stop()).toBe(0)
  expect(await reading).toContain('retry:')
})
