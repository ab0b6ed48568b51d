import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { endOnSignals, endServer, runInGroup, startServer } from './processes.mjs'
import { root } from './runtime.mjs'
import { findChromium, vitestStep } from './steps.mjs'

const slowestShown = 20
/** Failed files that a run tries again. More of them are no accident. */
const triedAgain = 2

/**
 * Runs the stages (steps.mjs) and continues after a failure. With `triesAgain` a failed test file runs once more, alone, at the end. Prints the slowest
 * files, the seconds of each step, the tests that did not run, the failures, the files that passed only alone, and a summary line. Returns the exit code.
 */
export async function runStages(stages, { before = [], missing = [], triesAgain = false } = {}) {
  endOnSignals()
  const groups = [...before]
  for (const stage of stages) groups.push(...(await Promise.all(stage.map((group) => runGroup(group, stage.length > 1)))))
  const results = groups.flatMap(({ results: each = [] }) => each)
  const files = results.flatMap((result) => result.files)
  const forgiven = triesAgain ? await passedAlone(files.filter(({ failed }) => failed > 0)) : []
  await endServer()
  const counted = files.map((file) => forgiven.find((again) => again.file === file.file) ?? file)
  const failures = [...results.flatMap((result) => result.failures), ...counted.flatMap((file) => file.failures)]
  const sum = (name) => [...results, ...counted].reduce((total, each) => total + each[name], 0)
  printSlowest(files)
  printSeconds(groups)
  printList('Did not run', [...missing, ...counted.flatMap(({ suite, file, skipped }) => (skipped ? [`${suite}: ${file}: ${skipped} of its tests`] : []))])
  printList(
    'Failed beside others',
    forgiven.flatMap(({ file }) => files.filter((earlier) => earlier.file === file).flatMap((earlier) => earlier.failures)),
  )
  printList('Failed', failures)
  console.log('')
  for (const { file } of forgiven) console.log(`failed beside others, passed alone: ${file}`)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed${sum('skipped') ? `, ${sum('skipped')} skipped` : ''}`)
  return sum('failed') === 0 ? 0 : 1
}

/** Runs each failed file alone, and returns the results of those that pass. */
async function passedAlone(failedFiles) {
  if (failedFiles.length > triedAgain) return []
  const passed = []
  for (const { suite, file } of failedFiles) {
    const { failed: outside, files } = await runStep({ ...vitestStep(suite, [file]), name: `${file}, alone` }, '')
    if (outside === 0) passed.push(...files.filter(({ failed }) => failed === 0))
  }
  return passed
}

async function runGroup(group, isParallel) {
  const started = Date.now()
  const results = []
  for (const step of group.steps) results.push(await runStep(step, isParallel ? `[${step.name}] ` : ''))
  return { ...group, seconds: secondsSince(started), results }
}

async function runStep(step, prefix) {
  const started = Date.now()
  console.log(`\n== ${step.name}`)
  const outcome = await outcomeOf(step, prefix).catch((error) => ({ ...failure(error.message), files: [] }))
  const seconds = secondsSince(started)
  const isPassed = outcome.failed === 0 && outcome.files.every(({ failed }) => failed === 0)
  console.log(`== ${step.name}: ${isPassed ? 'passed' : 'FAILED'} in ${Math.round(seconds)} s`)
  return { ...outcome, name: step.name, seconds, failures: outcome.failures.map((line) => `${step.name}: ${line}`) }
}

/** The result of a step, and of each of its test files. */
async function outcomeOf(step, prefix) {
  const report = step.report && join(root, step.report)
  if (report) rmSync(report, { force: true })
  const { code, ended } = await runInGroup({ args: step.args, prefix, env: { ...step.env, ...(await envOf(step)), ...(report && { RUNNER_REPORT: report }) } })
  if (!report) return { ...(code === 0 ? passedOnce : failure(`exited with ${code}`, ...ended)), files: [] }
  if (!existsSync(report)) return { ...failure(`exited with ${code} and without a report`, ...ended), files: [] }
  const { outside, files } = JSON.parse(readFileSync(report, 'utf8'))
  // A runner may fail although none of its tests did.
  if (code !== 0 && outside.length === 0 && files.every(({ failed }) => failed === 0)) outside.push(`exited with ${code}`)
  const own = outside.length ? failure(...outside, ...ended) : { passed: 0, failed: 0, skipped: 0, failures: [] }
  return { ...own, files: files.map((file) => ({ ...file, suite: step.suite, failures: file.failures.map((line) => `${step.suite}: ${line}`) })) }
}

const passedOnce = { passed: 1, failed: 0, skipped: 0, failures: [] }
const failure = (...failures) => ({ passed: 0, failed: 1, skipped: 0, failures })

async function envOf({ needs = [] }) {
  const chromium = needs.includes('browser') ? findChromium() : undefined
  if (needs.includes('browser') && !chromium) throw new Error('Chromium is missing. Install it with: sudo apt-get install -y chromium')
  return { ...(needs.includes('server') ? await startServer() : {}), ...chromium }
}

function printSlowest(files) {
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, slowestShown)
  printList(
    'Slowest files, in seconds',
    slowest.map(({ file, seconds }) => `${column(seconds.toFixed(1), 7)}  ${file}`),
  )
}

function printSeconds(groups) {
  const line = (name, seconds) => `${name.padEnd(34)}${column(Math.round(seconds), 6)}`
  const rows = groups.flatMap(({ name, seconds, results = [] }) => [
    line(name, seconds),
    ...(results.length > 1 ? results.map((result) => line(`  ${result.name}`, result.seconds)) : []),
  ])
  printList('Steps, in seconds', rows)
}

function printList(title, lines) {
  if (lines.length) console.log(`\n${title}:\n${lines.map((line) => `  ${line}`).join('\n')}`)
}

const column = (value, width) => String(value).padStart(width)
const secondsSince = (started) => (Date.now() - started) / 1000
