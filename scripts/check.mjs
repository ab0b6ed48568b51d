// npm run check: everything that needs neither browser nor build; under two minutes.

import { runSteps } from './report.mjs'
import { install } from './runtime.mjs'
import { checks, tests } from './steps.mjs'

install()
process.exit(await runSteps([...checks, ...(await tests())]))
