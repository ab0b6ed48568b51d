// What the fault tests measured, one line a run.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './runtime.mjs'

const runs = JSON.parse(readFileSync(join(root, '.tmp/faults-figures.json'), 'utf8'))
for (const [name, measured] of Object.entries(runs)) {
  const parts = Object.entries(measured).map(([what, figure]) => `${what} ${typeof figure === 'object' ? `p50 ${figure.p50}, max ${figure.max}` : figure}`)
  console.log(`${name}: ${parts.join(' · ')}`)
}
