import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const program = `import { readConfig } from '#platform/server/config.ts'
console.log(readConfig({ DATA_DIR: process.argv[1] }).authSecret)`

test('processes that start concurrently on a new data folder share one secret', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdout-secret-'))
  try {
    const start = () => promisify(execFile)(process.execPath, ['--no-warnings', '--input-type=module', '-e', program, join(folder, 'data')])
    const secrets = (await Promise.all(Array.from({ length: 6 }, start))).map(({ stdout }) => stdout.trim())
    expect(new Set(secrets).size).toBe(1)
    expect(secrets[0]).toHaveLength(44)
    expect(readdirSync(join(folder, 'data'))).toEqual(['auth-secret'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
