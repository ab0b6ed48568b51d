// Runs the named sections, or all of them, and stores the results in bench/results.
import { accounts } from './accounts.ts'
import { campaigns, shared } from './campaigns.ts'
import { communities } from './communities.ts'
import { discovery } from './discovery.ts'
import { fraud } from './fraud.ts'
import { hot } from './hot.ts'
import { invalidation } from './invalidation.ts'
import { join } from './join.ts'
import { live } from './live.ts'
import { dropSets } from './load/sets.ts'
import { machine } from './machine.ts'
import { CannotRun } from './measure.ts'
import { moderation } from './moderation.ts'
import { overload } from './overload.ts'
import { plans } from './plans.ts'
import { queue } from './queue.ts'
import { keep } from './report.ts'
import { scale } from './scale.ts'
import { start } from './start.ts'
import { type MeasuredSection, type Section, toMarkdown } from './table.ts'

// Sections that write to the loaded sets come after those that only read them.
const { pages, render, firstVisit, browse } = shared
const sections = {
  pages,
  render,
  join,
  fraud,
  invalidation,
  overload,
  'first-visit': firstVisit,
  start,
  accounts,
  browse,
  campaigns,
  discovery,
  communities,
  queue,
  moderation,
  live,
  plans,
  scale,
  hot,
}
const named = process.argv.slice(2)
const unknown = named.filter((name) => !Object.keys(sections).includes(name))
if (unknown.length) {
  console.error(`There is no section ${unknown.join(', ')}. The sections are: ${Object.keys(sections).join(', ')}.`)
  process.exit(1)
}

async function measured(name: string, measure: () => Promise<Omit<Section, 'name' | 'failure'>>): Promise<MeasuredSection> {
  const [date, before] = [new Date().toISOString(), performance.now()]
  const on = await machine()
  const since = () => Math.round((performance.now() - before) / 1000)
  try {
    const section = await measure()
    return { name, failure: null, date, seconds: since(), machine: on, ...section }
  } catch (error) {
    if (!(error instanceof CannotRun)) console.error(error)
    return { name, notes: [], rows: [], failure: error instanceof Error ? error.message : String(error), date, seconds: since(), machine: on }
  }
}

const done: MeasuredSection[] = []
process.once('SIGINT', () => dropSets().finally(() => process.exit(130)))
for (const [name, measure] of Object.entries(sections)) {
  if (named.length && !named.includes(name)) continue
  console.log(`  Measuring ${name}`)
  const section = await measured(name, measure)
  done.push(section)
  console.log(`  ${name}: ${section.seconds} s`)
}
await dropSets()

console.log(`\n${toMarkdown(done)}`)
// A section that was run by name and failed does not replace its earlier result.
keep(
  done.filter(({ failure }) => !failure || !named.length),
  Object.keys(sections),
)
const missed = done.flatMap(({ rows }) => rows).filter(({ reached }) => reached === false)
console.log(
  missed.length ? `${missed.length} below what is asked: ${missed.map(({ figure }) => figure).join('; ')}` : 'Everything that was measured is as asked.',
)
process.exit(0)
