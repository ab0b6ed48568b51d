// npm run schema: writes db/schema.sql and the store's types from the migrations.
import { install, run } from './runtime.mjs'

install()
process.exit(await run(['scripts/schema.ts', ...process.argv.slice(2)]))
