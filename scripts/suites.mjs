import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './runtime.mjs'
import { filesBelow } from './sources.mjs'

/** The suites of vitest.config.ts and what each needs: the run's database server, the built product, a browser. */
export const suites = {
  pure: [],
  database: ['server'],
  model: ['server'],
  // Its global setup starts a server that keeps what it has written, also after a crash.
  faults: ['build'],
  // Its claims are about load, so nothing runs beside it.
  overload: ['server', 'build'],
  canary: ['server', 'build'],
  fuzz: ['server', 'build'],
  journeys: ['server', 'build', 'browser'],
}

/** Every test file, as a path from the root with slashes. */
export const testFiles = () =>
  ['src', 'tests']
    .flatMap((folder) => filesBelow(join(root, folder)))
    .map((file) => relative(root, file).replaceAll('\\', '/'))
    .filter((file) => /\.test\.tsx?$/.test(file))

/**
 * The suite of a test file: its folder in tests/. Beside the sources and in tests/rules a file needs a database if it
 * imports from tests/support. One that opens a site without such an import fails, because its suite has no server.
 */
export function suiteOf(file) {
  const [, folder] = /^tests\/(\w+)\//.exec(file) ?? []
  if (folder && folder in suites) return folder
  return folder === 'matrix' || readFileSync(join(root, file), 'utf8').includes("'#tests/support/") ? 'database' : 'pure'
}
