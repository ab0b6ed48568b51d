// npm run web: starts another server process on the same database and another PORT, beside npm start; see docs/OPERATING.md.
import { runBuilt } from './built.mjs'

await runBuilt('web.js', ['--additional'])
