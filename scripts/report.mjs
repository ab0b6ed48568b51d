import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './runtime.mjs'

/** Runs each step, goes on after a failure, and closes with one line for all. Returns the exit code. */
export async function runSteps(steps) {
  mkdirSync(join(root, '.tmp'), { recursive: true })
  let passed = 0
  let failed = 0
  for (const step of steps) {
    const started = Date.now()
    console.log(`\n== ${step.name}`)
    if (step.report) rmSync(join(root, step.report), { force: true })
    const code = await run(step.args, { env: step.env })
    const counted = step.report ? countsOf(step.report) : null
    passed += counted ? counted.passed : Number(code === 0)
    failed += counted ? Math.max(counted.failed, Number(code !== 0 && counted.failed === 0)) : Number(code !== 0)
    console.log(`== ${step.name}: ${code === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - started) / 1000)} s`)
  }
  console.log(`\n${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

function countsOf(report) {
  const file = join(root, report)
  if (!existsSync(file)) return { passed: 0, failed: 1 }
  const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(file, 'utf8'))
  return { passed: numPassedTests, failed: Math.max(numFailedTests, numFailedTestSuites && !numFailedTests ? 1 : 0) }
}
