// Vitest's report for the runner: the numbers of passed and failed tests, and the seconds of each file with its imports and hooks.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export default class RunnerReport {
  onTestRunEnd(modules, unhandledErrors) {
    const report = { passed: 0, failed: 0, skipped: 0, failures: [], notRun: [], files: [] }
    for (const module of modules) {
      const file = module.relativeModuleId
      const { setupDuration, collectDuration, duration } = module.diagnostic()
      report.files.push({ file, seconds: (setupDuration + collectDuration + duration) / 1000 })
      let [failedTests, skippedTests] = [0, 0]
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        if (state === 'passed') report.passed++
        else if (state === 'skipped') skippedTests++
        else {
          failedTests++
          report.failures.push(`${file}: ${test.fullName}: ${shortened(textOf(errors?.[0]) ?? state)}`)
        }
      }
      const isFailed = module.state() !== 'passed' && module.state() !== 'skipped'
      const moduleErrors = module.errors()
      if (isFailed && (failedTests === 0 || moduleErrors.length)) {
        failedTests++
        report.failures.push(`${file}: ${shortened(textOf(moduleErrors[0]) ?? `ended as ${module.state()}`)}`)
      }
      if (skippedTests) report.notRun.push(`${file}: ${skippedTests} of its tests`)
      report.skipped += skippedTests
      report.failed += failedTests
    }
    for (const error of unhandledErrors) {
      report.failed++
      report.failures.push(`outside every test: ${shortened(error.stack ?? error.message)}`)
    }
    const place = process.env.RUNNER_REPORT
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, JSON.stringify(report))
  }
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
