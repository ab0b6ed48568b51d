// Vitest's report for the runner: for each file its passed, failed and skipped tests, and its seconds with imports and hooks; and errors outside the files.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export default class RunnerReport {
  onTestRunEnd(modules, unhandledErrors) {
    const outside = unhandledErrors.map((error) => `outside every test: ${shortened(error.stack ?? error.message)}`)
    const place = process.env.RUNNER_REPORT
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, JSON.stringify({ outside, files: modules.map(fileReport) }))
  }
}

function fileReport(module) {
  const file = module.relativeModuleId
  const { setupDuration, collectDuration, duration } = module.diagnostic()
  const report = { file, seconds: (setupDuration + collectDuration + duration) / 1000, passed: 0, failed: 0, skipped: 0, failures: [] }
  for (const test of module.children.allTests()) {
    const { state, errors } = test.result()
    if (state === 'passed') report.passed++
    else if (state === 'skipped') report.skipped++
    else {
      report.failed++
      report.failures.push(`${file}: ${test.fullName}: ${shortened(textOf(errors?.[0]) ?? state)}`)
    }
  }
  const isFailed = module.state() !== 'passed' && module.state() !== 'skipped'
  const moduleErrors = module.errors()
  if (isFailed && (report.failed === 0 || moduleErrors.length)) {
    report.failed++
    report.failures.push(`${file}: ${shortened(textOf(moduleErrors[0]) ?? `ended as ${module.state()}`)}`)
  }
  return report
}

/** The message, the diff of expected and received, and the stack. */
function textOf(error) {
  if (!error) return undefined
  return stripVTControlCharacters([error.message, error.diff, error.stack?.slice(error.stack.indexOf('\n    at '))].filter(Boolean).join('\n'))
}

/** Shortens an error but keeps what is needed to reproduce it. For a property: its seed, the smallest example and that example's error. */
const shortened = (text) =>
  String(text)
    .replaceAll(/\s*\n\s*/g, ' | ')
    .slice(0, 1_500)
