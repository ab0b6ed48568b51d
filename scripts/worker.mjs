// npm run worker: the background jobs in a process of their own; see docs/OPERATING.md.
import { runBuilt } from './built.mjs'

process.exit(await runBuilt('worker.js', []))
