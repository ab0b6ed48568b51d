import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '#platform/server/config.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { aFolder, aPreparedFolder, inheritedEnv, remove, startProduct } from '#tests/support/product.ts'
import { send } from '#tests/support/visitor.ts'

const metricsToken = 'a-token-of-the-tests'
const page = readFileSync('docs/OPERATING.md', 'utf8')
const [folder, dataDir] = [aFolder(), aPreparedFolder()]
afterAll(() => [folder, dataDir].forEach(remove))

const blocks = (language: string) => [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(([, block = '']) => block)
/** Blocks that begin with a comment need another machine; the comment says why. */
const commands = blocks('sh').filter((block) => !block.startsWith('#'))
const settings = blocks('ini').find((block) => block.startsWith('BASE_URL=')) ?? ''

test('the commands of docs/OPERATING.md work as documented, word for word, beside a running server', async () => {
  const paths = {
    '/opt/holdout': process.cwd(),
    '/var/lib/holdout': dataDir,
    '/var/backups/holdout': join(folder, 'backups'),
    '/etc/holdout': folder,
    '/var/tmp': folder,
  }
  mkdirSync(join(folder, 'backups'))
  const here = (text: string) => Object.entries(paths).reduce((changed, [path, place]) => changed.replaceAll(path, place), text)
  // Uses the embedded database instead of a PostgreSQL server, and all other settings of docs/OPERATING.md.
  writeFileSync(join(folder, 'env'), here(settings).replace(/^DATABASE_URL=.*\n/m, ''))

  const product = await startProduct({ dataDir, env: { METRICS_TOKEN: metricsToken } })
  expect((await fetch(`${product.origin}/metrics`)).status).toBe(404)
  const [email, password] = ['you@your.site', 'a long enough passphrase']
  expect((await send(product, { method: 'POST', path: '/api/auth/sign-up/email', body: { name: 'You Yourself', email, password } })).status).toBe(200)
  const signedIn = await send(product, { method: 'POST', path: '/api/auth/sign-in/email', body: { email, password } })
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const { body: campaign } = await send(product, { method: 'POST', path: '/api/v1/campaigns', cookie, body: aCampaignBody() })
  const { code, said, output } = await shell(here(commands.join('\n')).replaceAll('SLUG', campaign.slug))
  expect(await product.stop()).toBe(0)

  expect({ code, output }).toMatchObject({ code: 0 })
  expect(output).toContain('Changed the role of you@your.site from member to admin')
  expect(said).toMatch(
    /Backed up \d+ rows .*\nRestored \d+ rows .* the contents of every table match the backup\nThere is no list of deleted accounts .*\nEvery stored count is correct\n/,
  )
  expect(output).toContain('The database already has the newest schema')
  const [backup = ''] = readdirSync(join(folder, 'backups'))
  expect(statSync(join(folder, 'backups', backup)).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).not.toContain('holdout-drill')
}, 600_000)

test('all settings and metrics that docs/OPERATING.md names exist', async () => {
  const given = Object.fromEntries(
    settings
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  const config = readConfig({ ...given, DATA_DIR: folder })
  expect(config).toMatchObject({ isPublic: true, host: '127.0.0.1', port: 3000, trustedProxies: ['127.0.0.1'] })
  const known = readFileSync('.env.example', 'utf8')
  for (const name of Object.keys(given)) expect(known).toMatch(new RegExp(`^${name}=`, 'm'))

  const product = await startProduct({ dataDir, env: { METRICS_TOKEN: metricsToken } })
  const metrics = await (await fetch(`${product.origin}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })).text()
  const named = [...page.matchAll(/\b(holdout|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name.replace(/_bucket$/, ''))
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !metrics.includes(`# TYPE ${name} `))).toEqual([])
  expect(await product.stop()).toBe(0)
}, 600_000)

/** Runs a script in a shell that stops at the first failure. `said` is the standard output only; `output` includes standard error. */
function shell(script: string): Promise<{ code: number | null; said: string; output: string }> {
  const { INIT_CWD: _runner, ...env } = inheritedEnv()
  const child = spawn('bash', ['-eu', '-c', script], { env })
  let [said, output] = ['', '']
  child.stdout.on('data', (chunk) => {
    said += chunk
    output += chunk
  })
  child.stderr.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said, output })))
}
