import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'

/** Milliseconds that `work` takes on the idle machine where the budgets in steps.mjs were measured. */
const referenceMs = 300
const work = () => promisify(pbkdf2)('some', 'work', 400_000, 64, 'sha512')

/** Returns the factor by which two cores of this machine are slower now than those of the budgets; at least 1. */
export async function slowness() {
  const started = performance.now()
  await Promise.all([work(), work()])
  return Math.max(1, (performance.now() - started) / referenceMs)
}
