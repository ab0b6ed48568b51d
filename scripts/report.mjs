import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root, run } from './runtime.mjs'

/** Runs each step, goes on after a failure, and closes with one line for all. Returns the exit code. */
export async function runSteps(steps) {
  mkdirSync(join(root, '.tmp'), { recursive: true })
  let passed = 0
  let failed = 0
  const failures = []
  for (const step of steps) {
    const started = Date.now()
    console.log(`\n== ${step.name}`)
    if (step.report) rmSync(join(root, step.report), { force: true })
    const code = await run(step.args, { env: step.env })
    const counted = step.report ? countsOf(step.report) : null
    passed += counted ? counted.passed : Number(code === 0)
    failed += counted ? Math.max(counted.failed, Number(code !== 0 && counted.failed === 0)) : Number(code !== 0)
    failures.push(...(counted?.names ?? []).map((name) => `${step.name}: ${name}`), ...(code !== 0 && !counted?.names.length ? [step.name] : []))
    console.log(`== ${step.name}: ${code === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - started) / 1000)} s`)
  }
  // Of a long run only the end may be at hand.
  if (failures.length) console.log(`\nFailed:\n${failures.map((name) => `  ${name}`).join('\n')}`)
  console.log(`\n${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

function countsOf(report) {
  const file = join(root, report)
  if (!existsSync(file)) return { passed: 0, failed: 1, names: [] }
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(file, 'utf8'))
  const names = testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      const where = relative(root, name)
      if (!failed.length) return [`${where}: ${firstLine(message)}`]
      return failed.map(({ fullName, failureMessages }) => `${where}: ${fullName}: ${firstLine(failureMessages[0])}`)
    })
  return { passed: numPassedTests, failed: Math.max(numFailedTests, names.length), names }
}

const firstLine = (text) =>
  String(text ?? '')
    .split('\n', 1)[0]
    .slice(0, 300)
