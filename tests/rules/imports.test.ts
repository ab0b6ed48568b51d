import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const planted: [string, string, string][] = [
  ['platform-and-design-know-no-feature', 'src/platform/planted.ts', "export { signUpProblems } from '#features/accounts/policy.ts'"],
  ['ui-never-reaches-server', 'src/features/pledges/ui/planted.ts', "export { openPledgeDesk } from '../server/desk.ts'"],
  ['contract-and-policy-stay-pure', 'src/features/media/policy.ts', "export { pictureOf } from './server/public.ts'"],
  ['other-features-by-their-front-door', 'src/features/media/server/planted.ts', "export { groupCommit } from '#features/pledges/server/group-commit.ts'"],
  ['only-main-imports-everything', 'src/features/media/server/planted.ts', "export { contract } from '#main/contract.ts'"],
  ['no-cycles', 'src/platform/slug.ts', "export { freeSlug } from './server/free-slug.ts'"],
]

test.each(planted)('the rule %s catches what breaks it', (rule, file, line) => {
  const copy = mkdtempSync(join(tmpdir(), 'holdout-imports-'))
  try {
    for (const part of ['src', 'package.json', 'tsconfig.json', '.dependency-cruiser.cjs']) cpSync(part, join(copy, part), { recursive: true })
    symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'))
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    writeFileSync(join(copy, file), `${line}\n`, { flag: 'a' })
    const { stdout, status } = spawnSync(
      process.execPath,
      ['node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', 'src', '--config', '.dependency-cruiser.cjs'],
      {
        cwd: copy,
        encoding: 'utf8',
      },
    )
    expect(status).not.toBe(0)
    expect(stdout).toContain(rule)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
})
