import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { endOnSignals, endServer, runInGroup, startServer } from './processes.mjs'
import { root } from './runtime.mjs'
import { slowness } from './slowness.mjs'
import { findChromium } from './steps.mjs'

const slowestShown = 20
/** A group fails when it takes this many times its budget, on a machine as fast as the one on which the budget was measured. */
const tolerance = 1.5

/**
 * Runs the stages (steps.mjs) and continues after a failure. Prints the slowest files, the seconds beside the budgets, the tests that did not run,
 * the failures and a summary line. Returns the exit code.
 */
export async function runStages(stages, { before = [], missing = [], budgets = 'none' } = {}) {
  endOnSignals()
  const groups = [...before]
  const measure = budgets === 'none' ? async () => 1 : slowness
  let earlier = await measure()
  for (const stage of stages) {
    const ended = await Promise.all(stage.map((group) => runGroup(group, stage.length > 1)))
    const later = await measure()
    groups.push(...ended.map((group) => ({ ...group, slowness: Math.max(earlier, later) })))
    earlier = later
  }
  await endServer()
  const results = groups.flatMap(({ results: each = [] }) => each)
  const overruns = budgets === 'none' ? [] : overBudget(groups)
  const failures = [...results.flatMap((result) => result.failures), ...(budgets === 'fail' ? overruns : [])]
  const sum = (name) => results.reduce((total, result) => total + result[name], 0)
  printSlowest(results.flatMap(({ files }) => files))
  printSeconds(groups, budgets)
  printList('Did not run', [...missing, ...results.flatMap((result) => result.notRun)])
  if (budgets === 'report') printList('Over budget', overruns)
  printList('Failed', failures)
  const skipped = sum('skipped')
  const failed = sum('failed') + (budgets === 'fail' ? overruns.length : 0)
  console.log(`\n${sum('passed')} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
  return failed === 0 ? 0 : 1
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
  const outcome = await outcomeOf(step, prefix).catch((error) => ({ ...counts(0), failures: [`${step.name}: ${error.message}`] }))
  const seconds = secondsSince(started)
  console.log(`== ${step.name}: ${outcome.failed === 0 ? 'passed' : 'FAILED'} in ${Math.round(seconds)} s`)
  return { name: step.name, seconds, ...outcome }
}

async function outcomeOf(step, prefix) {
  const report = step.report && join(root, step.report)
  if (report) rmSync(report, { force: true })
  const { code, ended } = await runInGroup({ args: step.args, prefix, env: { ...step.env, ...(await envOf(step)), ...(report && { RUNNER_REPORT: report }) } })
  const isRead = report && existsSync(report)
  const outcome = isRead ? JSON.parse(readFileSync(report, 'utf8')) : counts(code === 0 && !report ? 1 : 0)
  // A runner may fail although none of its tests did, or before any of them.
  if (code !== 0 && outcome.failed === 0) Object.assign(outcome, { failed: 1, failures: [`exited with ${code}`] })
  const reasons = code === 0 ? [] : ended
  return {
    ...outcome,
    failures: [...outcome.failures, ...reasons].map((line) => `${step.name}: ${line}`),
    notRun: outcome.notRun.map((line) => `${step.name}: ${line}`),
  }
}

const counts = (passed) => ({ passed, failed: 1 - passed, skipped: 0, failures: passed ? [] : ['failed'], notRun: [], files: [] })

async function envOf({ needs = [] }) {
  const chromium = needs.includes('browser') ? findChromium() : undefined
  if (needs.includes('browser') && !chromium) throw new Error('Chromium is missing. Install it with: sudo apt-get install -y chromium')
  return { ...(needs.includes('server') ? await startServer() : {}), ...chromium }
}

/** The installation has no slowness and is not judged, because it waits for the network. */
const overBudget = (groups) =>
  groups
    .filter(({ budget, seconds, slowness: times }) => budget && times && seconds > budget * tolerance * times)
    .map(({ name, budget, seconds, slowness: times }) => {
      return `${name}: took ${Math.round(seconds)} s, more than half over its budget of ${budget} s on a machine that is ${times.toFixed(1)} times as slow`
    })

function printSlowest(files) {
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, slowestShown)
  printList(
    'Slowest files, in seconds',
    slowest.map(({ file, seconds }) => `${column(seconds.toFixed(1), 7)}  ${file}`),
  )
}

function printSeconds(groups, budgets) {
  const line = (name, seconds, budget, times) => `${name.padEnd(34)}${column(Math.round(seconds), 6)}${column(budget ?? '', 9)}${column(times ?? '', 11)}`
  const rows = groups.flatMap(({ name, seconds, budget, slowness: times, results = [] }) => [
    budgets === 'none' ? line(name, seconds) : line(name, seconds, budget, times?.toFixed(1)),
    ...(results.length > 1 ? results.map((result) => line(`  ${result.name}`, result.seconds)) : []),
  ])
  printList(`${'Steps'.padEnd(36)}seconds${budgets === 'none' ? '' : '   budget   slowness'}`, rows)
}

function printList(title, lines) {
  if (lines.length) console.log(`\n${title}:\n${lines.map((line) => `  ${line}`).join('\n')}`)
}

const column = (value, width) => String(value).padStart(width)
const secondsSince = (started) => (Date.now() - started) / 1000
