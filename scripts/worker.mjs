// npm run worker: the background jobs in a process of their own; see docs/OPERATING.md.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { giveUp, install, root, run } from './runtime.mjs'
import { isBuilt } from './sources.mjs'

install()
const program = join(root, 'dist', 'server', 'worker.js')
// An old build is not replaced here: a server may be running from it.
if (!existsSync(program)) {
  if ((await run(['scripts/build.mjs'], { env: { NODE_ENV: 'production' } })) !== 0) giveUp('the build failed; its message stands above.')
} else if (!isBuilt()) console.error('  The build is older than the sources; npm start or npm run build renews it')
process.exit(await run(['--disable-warning=ExperimentalWarning', program], { env: { NODE_ENV: 'production' } }))
