import type { TestProject } from 'vitest/node'
import { prepareTestServer } from './test-server.ts'

/** The database server of a run: the runner's (scripts/test.mjs) where it has started one, else one for this process. */
export default async function setup({ name }: TestProject) {
  if (process.env.TEST_TEMPLATE) return
  return prepareTestServer({ isDurable: name === 'faults' })
}
