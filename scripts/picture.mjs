// npm run picture: takes the README's picture of a campaign anew, from a new build with the demo data. It needs Chromium (CHROMIUM).
import { install, run } from './runtime.mjs'

install()
process.exit((await run(['scripts/build.mjs'])) || (await run(['scripts/picture.ts'])))
