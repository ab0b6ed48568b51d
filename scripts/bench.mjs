// npm run bench [section ...]: installs and builds if necessary, then measures in the pinned Node.

import { giveUp, install, run } from './runtime.mjs'
import { isBuilt } from './sources.mjs'

install()
if (!isBuilt()) {
  console.log('  Building')
  if ((await run(['scripts/build.mjs'], { env: { NODE_ENV: 'production' } })) !== 0) giveUp('the build failed; see its message above.')
}
process.exit(await run(['--disable-warning=ExperimentalWarning', 'bench/main.ts', ...process.argv.slice(2)], { env: { NODE_ENV: 'production' } }))
