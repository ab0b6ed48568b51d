// npm run cli -- COMMAND: an operator's commands, beside the server; see docs/OPERATING.md.
import { runBuilt } from './built.mjs'

await runBuilt('cli.js', process.argv.slice(2))
