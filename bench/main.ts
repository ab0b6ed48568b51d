// Runs the sections named, or all of them; a run of all is kept in bench/results.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join as pathOf } from 'node:path'
import { firstVisit } from './first-visit.ts'
import { join } from './join.ts'
import { machine } from './machine.ts'
import { CannotRun } from './measure.ts'
import { pages } from './pages.ts'
import { render } from './render.ts'
import { start } from './start.ts'
import { type Section, toMarkdown } from './table.ts'

const sections = { pages, render, join, 'first-visit': firstVisit, start }
const named = process.argv.slice(2)
const unknown = named.filter((name) => !Object.keys(sections).includes(name))
if (unknown.length) {
  console.error(`There is no section ${unknown.join(', ')}. The sections are: ${Object.keys(sections).join(', ')}.`)
  process.exit(1)
}

const began = performance.now()
const report = { date: new Date().toISOString(), seconds: 0, machine: await machine(), sections: [] as Section[] }
for (const [name, measure] of Object.entries(sections)) {
  if (named.length && !named.includes(name)) continue
  const before = performance.now()
  console.log(`  Measuring ${name}`)
  try {
    report.sections.push({ name, failure: null, ...(await measure()) })
  } catch (error) {
    if (!(error instanceof CannotRun)) console.error(error)
    report.sections.push({ name, notes: [], rows: [], failure: error instanceof Error ? error.message : String(error) })
  }
  console.log(`  ${name}: ${Math.round((performance.now() - before) / 1000)} s`)
}
report.seconds = Math.round((performance.now() - began) / 1000)

const table = toMarkdown(report)
console.log(`\n${table}`)
if (!named.length) {
  const results = pathOf(import.meta.dirname, 'results')
  mkdirSync(results, { recursive: true })
  writeFileSync(pathOf(results, 'latest.json'), `${JSON.stringify(report, null, 2)}\n`)
  writeFileSync(pathOf(results, 'latest.md'), table)
}
const missed = report.sections.flatMap(({ rows }) => rows).filter(({ reached }) => reached === false)
console.log(
  missed.length ? `${missed.length} below what is asked: ${missed.map(({ figure }) => figure).join('; ')}` : 'Everything that was measured is as asked.',
)
process.exit(0)
