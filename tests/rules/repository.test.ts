import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const read = (file: string) => readFileSync(file, 'utf8')
const own = JSON.parse(read('package.json'))

test('LICENSE is the whole text of the licence that package.json names', () => {
  expect(own.license).toBe('AGPL-3.0-or-later')
  const text = read('LICENSE')
  expect(text).toMatch(/^GNU AFFERO GENERAL PUBLIC LICENSE\nVersion 3, 19 November 2007\n/)
  for (let section = 0; section <= 17; section++) expect(text).toMatch(new RegExp(`^ *${section}\\. [A-Z]`, 'm'))
  expect(text).toContain('13. Remote Network Interaction')
  expect(text).toContain('END OF TERMS AND CONDITIONS')
  expect(text.length).toBeGreaterThan(33_000)
})

test('the workflow runs npm test, and every night test:full, with the pinned Node, and has read permission only', () => {
  const Workflow = z.object({
    on: z.object({ schedule: z.array(z.object({ cron: z.string() })).min(1) }),
    permissions: z.strictObject({ contents: z.literal('read') }),
    jobs: z.object({ test: z.object({ steps: z.array(z.object({ uses: z.string().optional(), run: z.string().optional(), with: z.unknown().optional() })) }) }),
  })
  const { steps } = Workflow.parse(parse(read('.github/workflows/test.yml'))).jobs.test
  expect(steps.flatMap(({ run }) => run ?? [])).toEqual(['npm test', 'npm run test:full'])
  expect(steps.find(({ uses }) => uses?.startsWith('actions/setup-node@'))?.with).toEqual({ 'node-version-file': '.nvmrc' })
})

test.each(['bug', 'idea'])('the issue form %s has at least one required question', (name) => {
  const field = z.object({ type: z.enum(['markdown', 'input', 'textarea']), validations: z.object({ required: z.boolean() }).optional() })
  const Form = z.object({ name: z.string().min(1), description: z.string().min(1), body: z.array(field) })
  const { body } = Form.parse(parse(read(`.github/ISSUE_TEMPLATE/${name}.yml`)))
  expect(body.some(({ validations }) => validations?.required)).toBe(true)
})

test('the systemd unit runs what npm start runs, and its paths are the ones in docs/OPERATING.md', () => {
  const unit = Object.fromEntries([...read('deploy/holdout.service').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]))
  const [, script = ''] = /^\/usr\/bin\/node (\S+)$/.exec(unit.ExecStart ?? '') ?? []
  expect(own.scripts.start).toBe(`node ${script}`)
  expect(unit).toMatchObject({ User: 'holdout', WorkingDirectory: '/opt/holdout', EnvironmentFile: '/etc/holdout/env', KillMode: 'mixed' })
  const operating = read('docs/OPERATING.md')
  for (const path of ['/opt/holdout', '/var/lib/holdout', '/etc/holdout/env']) expect(operating).toContain(path)
})

const documents = ['CHANGELOG.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md', 'docs/UPGRADING.md', 'docs/OPERATING.md']
test.each(documents)('the links in %s lead to existing files and headings', (file) => {
  for (const [, target = ''] of read(file).matchAll(/\]\((?!https?:|mailto:)([^)]+)\)/g)) {
    const [path = '', heading] = target.split('#')
    const place = path === '' ? file : join(dirname(file), path)
    expect(existsSync(place), `${file}: ${target}`).toBe(true)
    if (heading) expect(headingsOf(place), `${file}: ${target}`).toContain(heading)
  }
})

/** The anchors that GitHub generates for a document's headings. */
const headingsOf = (file: string) =>
  [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .trim()
      .replaceAll(' ', '-'),
  )
