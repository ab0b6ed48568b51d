// npm run test:full: runs npm test with long runs of everything that npm test only samples; at most 75 minutes on two cores.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './runtime.mjs'

const long = {
  // 100 kills, 20 restarts of PostgreSQL, 50 stops, 1,000 cuts after COMMIT.
  FULL: '1',
  FUZZ_REQUESTS: '500000',
  TEST_SEED: String(Math.floor(Math.random() * 2 ** 31)),
  MODEL_RUNS: '10000',
}
for (const [name, value] of Object.entries(long)) process.env[name] ??= value
console.log(`TEST_SEED=${process.env.TEST_SEED}`)
rmSync(join(root, '.tmp/faults-figures.jsonl'), { force: true })
await import('./test.mjs')
