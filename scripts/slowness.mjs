import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'

/** Milliseconds that each work takes on the idle machine where the budgets in steps.mjs were measured. */
const references = { computing: 300, memory: 600 }

const derive = promisify(pbkdf2)
const computing = () => Promise.all([derive('some', 'work', 400_000, 64, 'sha512'), derive('some', 'work', 400_000, 64, 'sha512')])

/** Touches new memory on two cores. A virtual machine can be fast at computing and several times slower here, and a test run needs both. */
const memory = () => Promise.all([touchMemory(), touchMemory()])

const touching = `
for (let round = 0; round < 25; round++) {
  const block = new Uint8Array(64 * 1024 * 1024)
  for (let at = 0; at < block.length; at += 4096) block[at] = 1
}`

function touchMemory() {
  const worker = new Worker(touching, { eval: true })
  return new Promise((resolve, reject) => {
    worker.once('exit', resolve)
    worker.once('error', reject)
  })
}

/** Returns the factor by which this machine is slower now than the one of the budgets; at least 1. */
export async function slowness() {
  const times = (await ratio(computing, references.computing)) + (await ratio(memory, references.memory))
  return Math.max(1, times / 2)
}

async function ratio(work, reference) {
  const started = performance.now()
  await work()
  return (performance.now() - started) / reference
}
