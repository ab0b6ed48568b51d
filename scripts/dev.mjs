// npm run dev: runs the product through Vite's runner, with hot reload and source maps.
import { install, nodeBinary, run } from './runtime.mjs'

if (process.argv[2] !== '--inside') {
  install()
  process.exit(await run(['--disable-warning=ExperimentalWarning', 'scripts/dev.mjs', '--inside'], { env: { NODE_ENV: 'development' } }))
}
const { startDevelopment } = await import('./dev-server.mjs')
await startDevelopment(nodeBinary())
