// npm start: installs and builds what has changed, which is everything on a fresh clone, then serves.

import { runProgram } from './built.mjs'
import { giveUp, install, run } from './runtime.mjs'
import { isBuilt } from './sources.mjs'

install()
if (!isBuilt()) {
  console.log('  Building (once after each change)')
  if ((await run(['scripts/build.mjs'], { env: { NODE_ENV: 'production' } })) !== 0) giveUp('the build failed; see its message above.')
}
await runProgram('web.js')
