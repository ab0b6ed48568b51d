import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { giveUp, install, root, run } from './runtime.mjs'
import { isBuilt } from './sources.mjs'

/** Runs one of the built programs and resolves with its exit code. An old build is not replaced: a server may be running from it. */
export async function runBuilt(program, words) {
  install()
  const file = join(root, 'dist', 'server', program)
  if (!existsSync(file)) {
    if ((await run(['scripts/build.mjs'], { env: { NODE_ENV: 'production' } })) !== 0) giveUp('the build failed; its message is above.')
  } else if (!isBuilt()) console.error('  The build is older than the sources; npm start or npm run build renews it')
  return run(['--max-semi-space-size=8', '--disable-warning=ExperimentalWarning', file, ...words], { env: { NODE_ENV: 'production' } })
}
