// Checks the import rules, and fails when the checker reads no sources.
import { spawnSync } from 'node:child_process'
import { featureCycles } from './feature-cycles.mjs'

const fewest = 100
const { stdout } = spawnSync(
  process.execPath,
  ['node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', 'src', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'],
  { encoding: 'utf8', maxBuffer: 1e9 },
)
const { modules, summary } = JSON.parse(stdout)
const problems = [
  ...summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
  ...featureCycles(modules).map((chain) => `no-feature-cycles:\n  ${chain.join('\n  ')}`),
  ...(modules.length < fewest ? [`Only ${modules.length} modules were read; the checker does not see the sources.`] : []),
]
for (const problem of problems) console.error(problem)
console.log(`${modules.length} modules, ${problems.length} import problems`)
process.exit(problems.length === 0 ? 0 : 1)
