// npm test: what CI runs. The last line sums every runner.

import { runSteps } from './report.mjs'
import { install } from './runtime.mjs'
import { browser, checks, faults, tests } from './steps.mjs'

install()
process.exit(await runSteps([...checks, ...(await tests()), ...(await faults()), ...(await browser())]))
