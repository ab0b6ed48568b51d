// npm run worker: runs the background jobs in a process of their own; see docs/OPERATING.md.
import { runBuilt } from './built.mjs'

await runBuilt('worker.js', [])
