// Prints the figures that the fault tests measured, one line per run.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './runtime.mjs'

const lines = readFileSync(join(root, '.tmp/faults-figures.jsonl'), 'utf8').trim().split('\n')
for (const line of lines) {
  const { name, ...measured } = JSON.parse(line)
  const parts = Object.entries(measured).map(([what, figure]) => `${what} ${typeof figure === 'object' ? `p50 ${figure.p50}, max ${figure.max}` : figure}`)
  console.log(`${name}: ${parts.join(' · ')}`)
}
