// npm start: on a fresh clone it installs, builds and serves; later it only does what has changed.

import { giveUp, install, run } from './runtime.mjs'
import { isBuilt } from './sources.mjs'

install()
if (!isBuilt()) {
  console.log('  Building (once after each change)')
  if ((await run(['scripts/build.mjs'], { env: { NODE_ENV: 'production' } })) !== 0) giveUp('the build failed; its message stands above.')
}
// The young generation levels off at a third of its usual size: 80 MB less, measured (docs/BENCHMARKS.md).
process.exit(await run(['--max-semi-space-size=8', '--disable-warning=ExperimentalWarning', 'dist/server/web.js'], { env: { NODE_ENV: 'production' } }))
