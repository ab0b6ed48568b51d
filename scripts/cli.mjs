// npm run cli -- COMMAND: runs an operator's command while the server runs, or without it; see docs/OPERATING.md.
import { runBuilt } from './built.mjs'

await runBuilt('cli.js', process.argv.slice(2))
