// npm start: on a fresh clone it installs, builds and serves; later it only does what has changed.

import { runProgram } from './built.mjs'
import { giveUp, install, run } from './runtime.mjs'
import { isBuilt } from './sources.mjs'

install()
if (!isBuilt()) {
  console.log('  Building (once after each change)')
  if ((await run(['scripts/build.mjs'], { env: { NODE_ENV: 'production' } })) !== 0) giveUp('the build failed; its message stands above.')
}
await runProgram('web.js')
