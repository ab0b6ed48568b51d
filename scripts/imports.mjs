// Checks the import rules, and fails when the checker reads no sources.
import { spawnSync } from 'node:child_process'

const fewest = 100
const { stdout, status } = spawnSync(
  process.execPath,
  ['node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', 'src', '--config', '.dependency-cruiser.cjs'],
  { encoding: 'utf8' },
)
const modules = Number(/(\d+) modules/.exec(stdout)?.[1] ?? 0)
console.log(stdout.trim())
if (modules < fewest) console.error(`Only ${modules} modules were read; the checker does not see the sources.`)
process.exit(status === 0 && modules >= fewest ? 0 : 1)
