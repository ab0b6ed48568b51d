import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { featureCycles } from '../../scripts/feature-cycles.mjs'

/** For each rule, a file with an import that the rule forbids. The small tree contains only these files and the imported ones. */
const planted = [
  { rule: 'platform-and-design-know-no-feature', file: 'src/platform/planted.ts', imports: '#features/pledges/policy.ts' },
  { rule: 'ui-never-reaches-server', file: 'src/features/pledges/ui/planted.ts', imports: '../server/public.ts' },
  { rule: 'contract-and-policy-stay-pure', file: 'src/features/media/policy.ts', imports: './server/public.ts' },
  { rule: 'other-features-by-their-front-door', file: 'src/features/media/server/planted.ts', imports: '#features/pledges/server/commit.ts' },
  { rule: 'only-main-imports-everything', file: 'src/features/media/server/planted-too.ts', imports: '#main/contract.ts' },
  { rule: 'no-cycles', file: 'src/platform/one.ts', imports: './other.ts' },
]
const others: Record<string, string> = {
  'src/features/pledges/policy.ts': '',
  'src/features/pledges/server/public.ts': '',
  'src/features/pledges/server/commit.ts': '',
  'src/features/media/server/public.ts': '',
  'src/main/contract.ts': '',
  'src/platform/other.ts': "import './one.ts'",
}

const listed = violationsOf({ ...others, ...Object.fromEntries(planted.map(({ file, imports }) => [file, `import '${imports}'`])) })

test.each(planted)('the rule $rule reports a violation', ({ rule, file }) => {
  expect(listed).toContainEqual(expect.stringContaining(`${rule}: ${file} `))
})

test('allowed imports are not reported', () => {
  const allowed = {
    'src/features/media/server/planted.ts': "import '#features/pledges/policy.ts'",
    'src/features/media/ui/planted.tsx': "import '#features/pledges/ui/button.tsx'",
  }
  expect(violationsOf({ ...allowed, 'src/features/pledges/policy.ts': '', 'src/features/pledges/ui/button.tsx': '' })).toEqual([])
})

test('a cycle between features through their subfolders is reported with its imports', () => {
  const module = (source: string, resolved: string) => ({ source, dependencies: [{ resolved }] })
  const there = module('src/features/a/ui/x.tsx', 'src/features/b/inner/ui/y.tsx')
  const back = module('src/features/b/server/y.ts', 'src/features/a/server/public.ts')
  expect(featureCycles([there, back])).toEqual([[`${there.source} -> src/features/b/inner/ui/y.tsx`, `${back.source} -> src/features/a/server/public.ts`]])
  expect(featureCycles([there, module('src/features/b/server/y.ts', 'src/features/b/policy.ts')])).toEqual([])
})

/** The violations that dependency-cruiser finds in a tree of these files, with this repository's rules. */
function violationsOf(files: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'holdout-imports-'))
  try {
    for (const part of ['package.json', 'tsconfig.json', '.dependency-cruiser.cjs']) cpSync(part, join(folder, part))
    symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), `${text}\nexport {}\n`)
    }
    const words = ['node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', 'src', '--config', '.dependency-cruiser.cjs']
    const { stdout, status } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' })
    const lines = stdout.split('\n').filter((line) => line.startsWith('  error '))
    expect(status === 0, stdout).toBe(lines.length === 0)
    return lines.map((line) => line.replace(/^ *error /, ''))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
