import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root, run } from './runtime.mjs'

/**
 * How Node itself ends, by a fault that it has with PGlite's code and no JavaScript can cause
 * (docs/decisions/2026-11-22-tests-on-slow-machines.md). A heap that is full ends with SIGABRT and is not among these.
 */
const endOfNode = /Check failed: jit_page|with signal SIG(SEGV|TRAP|ILL)/

/** Lines of a program that say why a process has ended. */
const lastWords = /Check failed|Fatal error|FATAL ERROR|exited unexpectedly|SIG[A-Z]{3,}/

/** Runs each step, goes on after a failure, and closes with one line for all. Returns the exit code. */
export async function runSteps(steps) {
  mkdirSync(join(root, '.tmp'), { recursive: true })
  let passed = 0
  let failed = 0
  const failures = []
  const second = []
  for (const step of steps) {
    const started = Date.now()
    console.log(`\n== ${step.name}`)
    if (step.report) rmSync(join(root, step.report), { force: true })
    const { code, counted, ended, isSecond } = await outcomeOf(step)
    if (isSecond) second.push(...counted.lost)
    passed += counted ? counted.passed : Number(code === 0)
    failed += counted ? Math.max(counted.failed, Number(code !== 0 && counted.failed === 0)) : Number(code !== 0)
    failures.push(...(counted?.names ?? []).map((name) => `${step.name}: ${name}`), ...(code !== 0 && !counted?.names.length ? [step.name] : []))
    failures.push(...(code === 0 ? [] : ended.map((line) => `${step.name}: ${line}`)))
    console.log(`== ${step.name}: ${code === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - started) / 1000)} s`)
  }
  // Of a long run only the end may be at hand.
  if (failures.length) console.log(`\nFailed:\n${failures.map((name) => `  ${name}`).join('\n')}`)
  if (second.length) console.log(`\nRan twice, for Node itself ended in the first run: ${second.join(', ')}`)
  console.log(`\n${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

/** Runs a step; files whose Node ended by its known fault run once more, which is said. */
async function outcomeOf(step) {
  const first = await once(step, step.args)
  const lost = first.counted?.lost ?? []
  if (lost.length === 0 || first.counted.failed > lost.length || !first.ended.some((line) => endOfNode.test(line))) return first
  console.log(`\nNode itself ended in ${lost.join(' and ')}, which runs once more:\n${first.ended.join('\n')}`)
  const again = await once(step, [...step.args, ...lost])
  if (!again.counted) return again
  const { passed, failed, names } = again.counted
  return { ...again, counted: { passed: first.counted.passed + passed, failed, names, lost }, isSecond: true }
}

async function once(step, args) {
  const ended = new Set()
  const hear = (piece) => {
    for (const line of piece.split('\n')) if (lastWords.test(line)) ended.add(line.trim().slice(0, 300))
  }
  const code = await run(args, step.report ? { env: step.env, hear } : { env: step.env })
  return { code, counted: step.report ? countsOf(step.report) : null, ended: [...ended].slice(0, 10) }
}

function countsOf(report) {
  const file = join(root, report)
  if (!existsSync(file)) return { passed: 0, failed: 1, names: [], lost: [] }
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(file, 'utf8'))
  const names = testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(isFailed)
      const where = relative(root, name)
      if (!failed.length) return [`${where}: ${shortened(message)}`]
      return failed.map(({ fullName, failureMessages }) => `${where}: ${fullName}: ${shortened(failureMessages[0])}`)
    })
  const lost = testResults.filter(({ status, message, assertionResults }) => status === 'failed' && !message && !assertionResults.some(isFailed))
  return { passed: numPassedTests, failed: Math.max(numFailedTests, names.length), names, lost: lost.map(({ name }) => relative(root, name)) }
}

const isFailed = ({ status }) => status === 'failed'

/** What is needed to try it again: of a property its seed, the smallest example and why that one fails. */
const shortened = (text) =>
  String(text ?? '')
    .replaceAll(/\s*\n\s*/g, ' | ')
    .slice(0, 1_500)
