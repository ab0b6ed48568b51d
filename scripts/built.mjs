import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { become, giveUp, install, root, run } from './runtime.mjs'
import { isBuilt } from './sources.mjs'

/** Replaces this process with one of the built programs. An old build is not replaced: a server may be running from it. */
export async function runBuilt(program, words) {
  install()
  if (!existsSync(join(root, 'dist', 'server', program))) {
    if ((await run(['scripts/build.mjs'], { env: { NODE_ENV: 'production' } })) !== 0) giveUp('the build failed; its message is above.')
  } else if (!isBuilt()) console.error('  The build is older than the sources; npm start or npm run build renews it')
  await runProgram(program, words)
}

/** The young generation levels off at a third of its usual size: 80 MB less, measured (docs/BENCHMARKS.md). */
export const runProgram = (program, words = []) =>
  become(['--max-semi-space-size=8', '--disable-warning=ExperimentalWarning', join('dist', 'server', program), ...words], { NODE_ENV: 'production' })
