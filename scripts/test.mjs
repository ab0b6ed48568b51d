// npm test: runs what CI runs. With arguments (`npm test -- src/features/pledges journeys/main-job`) it runs the test files whose path contains one
// of them, and what their suites need. Arguments from the first option on, such as `-t counts`, go to Vitest.
import { relative } from 'node:path'
import { runStages } from './report.mjs'
import { install, root } from './runtime.mjs'
import { isBuilt } from './sources.mjs'
import { build, everything, missing, vitestStep } from './steps.mjs'
import { suiteOf, suites, testFiles } from './suites.mjs'

const started = Date.now()
install()
const installed = { name: 'install', seconds: (Date.now() - started) / 1000 }
const words = process.argv.slice(2)
process.exit(
  words.length ? await runPlaces() : await runStages(everything(), { before: [installed], missing: await missing(), triesAgain: !process.env.STRICT }),
)

async function runPlaces() {
  const firstOption = words.findIndex((word) => word.startsWith('-'))
  const places = (firstOption < 0 ? words : words.slice(0, firstOption)).map((place) => relative(root, place) || '.')
  const options = firstOption < 0 ? [] : words.slice(firstOption)
  const files = testFiles().filter((file) => places.length === 0 || places.some((place) => file.includes(place.replaceAll('\\', '/'))))
  if (files.length === 0) {
    console.error(`No test file has ${places.join(' or ')} in its path.`)
    return 1
  }
  const wanted = Object.keys(suites).filter((suite) => files.some((file) => suiteOf(file) === suite))
  const builds = wanted.some((suite) => suites[suite].includes('build')) && !isBuilt() ? [build] : []
  const steps = wanted.map((suite) => vitestStep(suite, [...files.filter((file) => suiteOf(file) === suite), ...options]))
  return runStages([[{ name: 'tests', steps: [{ name: 'messages', args: ['scripts/generate.mjs'] }, ...builds, ...steps] }]])
}
