import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { become, giveUp, install, root, run } from './runtime.mjs'
import { isBuilt } from './sources.mjs'

/** Replaces this process with a built program. An outdated build is kept, because a server may be running from it. */
export async function runBuilt(program, words) {
  install()
  if (!existsSync(join(root, 'dist', 'server', program))) {
    if ((await run(['scripts/build.mjs'], { env: { NODE_ENV: 'production' } })) !== 0) giveUp('the build failed; see its message above.')
  } else if (!isBuilt()) console.error('  The build is older than the sources. Update it with npm start or npm run build')
  await runProgram(program, words)
}

/** Limits the young generation to a third of its usual size, which saves 80 MB (docs/BENCHMARKS.md). */
export const runProgram = (program, words = []) =>
  become(['--max-semi-space-size=8', '--disable-warning=ExperimentalWarning', join('dist', 'server', program), ...words], { NODE_ENV: 'production' })
