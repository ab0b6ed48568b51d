import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './runtime.mjs'
import { filesBelow } from './sources.mjs'

/** The suites of vitest.config.ts and their needs: the run's database server, the built product, a browser. */
export const suites = {
  pure: [],
  database: ['server'],
  model: ['server'],
  // Its global setup starts a server that keeps its data even after a crash.
  faults: ['build'],
  // It measures load, so nothing may run at the same time.
  overload: ['server', 'build'],
  canary: ['server', 'build'],
  fuzz: ['server', 'build'],
  journeys: ['server', 'build', 'browser'],
}

/** Returns every test file, as a path from the root with slashes. */
export const testFiles = () =>
  ['src', 'tests']
    .flatMap((folder) => filesBelow(join(root, folder)))
    .map((file) => relative(root, file).replaceAll('\\', '/'))
    .filter((file) => /\.test\.tsx?$/.test(file))

/**
 * Returns the suite of a test file: its folder in tests/. A file beside the sources or in tests/rules needs a database if it imports from
 * tests/support. A file that opens a site without such an import fails, because its suite has no server.
 */
export function suiteOf(file) {
  const [, folder] = /^tests\/(\w+)\//.exec(file) ?? []
  if (folder && folder in suites) return folder
  return folder === 'matrix' || readFileSync(join(root, file), 'utf8').includes("'#tests/support/") ? 'database' : 'pure'
}
