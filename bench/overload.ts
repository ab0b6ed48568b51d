import { percentile } from './measure.ts'
import { cpuShare } from './open-loop.ts'
import { type Kind, type Load, signedInLoad } from './signed-in-load.ts'
import { openSite } from './site.ts'
import { atMost, type Row, ratioAtLeast, reported, type Section } from './table.ts'

const times = 5
const goodMs = 1_000
const calmShare = 0.5
const seconds = { before: 3, overload: 10, after: 7 }
const steps = { shares: [0.8, 0.9, 1, 1.1, 1.25], seconds: 3 }
const askedShare = 0.8
const windowMs = 500

const profiles: { name: string; kinds: Kind[] }[] = [
  { name: 'signed-in pages', kinds: ['page'] },
  { name: 'mixed', kinds: ['page', 'read', 'page', 'read', 'page', 'join', 'page', 'read', 'page', 'page'] },
]

/** Measures a load of five times the capacity. */
export async function overload(): Promise<Omit<Section, 'name' | 'failure'>> {
  const rows: Row[] = []
  const late: number[] = []
  for (const { name, kinds } of profiles) {
    await onSite(kinds, async (load) => {
      const found = await peakOf(load)
      const seen = await overloaded(load, found.all)
      late.push(seen.lateMs)
      const value = seen.good.all
      const reference = { what: 'peak', value: found.all }
      rows.push(
        ratioAtLeast({ figure: `${name}, served within 1 s`, value, unit: '/s', reference, ratio: value / reference.value }, askedShare),
        // Joins are cheap and have priority, so their part of the total is reported.
        ...(kinds.includes('join') ? [reported(`${name}, of these joins`, seen.good.joins, '/s', { what: 'peak', value: found.joins })] : []),
        reported(`${name}, time to serve, p99`, seen.served.p99, 'ms'),
        reported(`${name}, time to refuse, p50`, seen.refused.p50, 'ms'),
        atMost(`${name}, time to refuse, p99`, seen.refused.p99, 'ms', 100),
        reported(`${name}, time to refuse, longest`, seen.refused.most, 'ms'),
        atMost(`${name}, neither served nor refused with Retry-After`, seen.neither, '', 0),
        atMost(`${name}, as before again after`, seen.recovery, 's', 5),
        reported(`${name}, served for a second of server CPU`, seen.good.all / seen.cpuShare, '', { what: 'peak', value: found.all / found.cpuShare }),
      )
      const { answered, stored } = await load.joins()
      if (answered)
        rows.push({
          ...reported(`${name}, joins answered 200`, answered, '', { what: 'rows', value: stored }),
          asked: 'the same',
          reached: answered === stored,
        })
    })
  }
  return {
    notes: [
      `Requests arrive at random moments at a fixed rate, whatever became of earlier ones, on as many connections as they need; who has no answer after 3 s leaves. ${seconds.before} s at half the peak, ${seconds.overload} s at ${times} times the peak, ${seconds.after} s at half of it. The peak is the most that was served within 1 s at rates around what 12 connections get. Mixed: 60% campaign pages, 30% API reads, 10% joins, everybody signed in.`,
      `Times count from the moment a request was due, so a late generator counts against the server. It is a process of its own on the same cores, at the same priority; 99% of its requests left within ${Math.max(...late).toFixed(0)} ms of their moment. As before: of each half second 99% served, in less than twice the p99 before or 50 ms.`,
    ],
    rows,
  }
}

async function onSite<Seen>(kinds: Kind[], measure: (load: Load) => Promise<Seen>): Promise<Seen> {
  const site = await openSite()
  try {
    return await measure(await signedInLoad(site, kinds))
  } finally {
    await site.close()
  }
}

type Run = Awaited<ReturnType<Load['atRates']>>

/** Returns the requests per second that were served within `goodMs`. */
function goodOf(load: Load, { outcomes }: Run, requests: number[], lasting: number) {
  const good = requests.filter((n) => outcomes.status[n] === 200 && (outcomes.ms[n] ?? 0) <= goodMs)
  return { all: good.length / lasting, joins: good.filter((n) => load.kindOf(n) === 'join').length / lasting }
}

async function peakOf(load: Load) {
  await load.asFastAsAnswered(1_500)
  const about = await load.asFastAsAnswered(1_000)
  let peak = { all: 0, joins: 0, cpuShare: Number.NaN }
  for (const share of steps.shares) {
    const run = await load.atRates([{ rate: about * share, seconds: steps.seconds }])
    const good = goodOf(load, run, [...run.due.keys()], steps.seconds)
    if (good.all > peak.all) peak = { ...good, cpuShare: cpuShare(run.outcomes, [0, steps.seconds * 1000]) }
  }
  return peak
}

async function overloaded(load: Load, peak: number) {
  const run = await load.atRates([
    { rate: peak * calmShare, seconds: seconds.before },
    { rate: peak * times, seconds: seconds.overload },
    { rate: peak * calmShare, seconds: seconds.after },
  ])
  const { due, outcomes } = run
  const [begin, end] = [seconds.before * 1000, (seconds.before + seconds.overload) * 1000]
  const between = (from: number, to: number) => [...due.keys()].filter((n) => (due[n] ?? 0) >= from && (due[n] ?? 0) < to)
  const timesOf = (requests: number[]) => {
    const values = requests.map((n) => outcomes.ms[n] ?? Number.NaN)
    return { p50: percentile(values, 0.5), p99: percentile(values, 0.99), most: percentile(values, 1) }
  }
  const during = between(begin, end)
  const served = during.filter((n) => outcomes.status[n] === 200)
  const refused = during.filter((n) => outcomes.status[n] === 503 && outcomes.retryAfter[n])
  const usual = Math.max(50, 2 * timesOf(between(0, begin)).p99)
  let normalFrom = end
  for (let from = end; from < end + seconds.after * 1000; from += windowMs) {
    const asked = between(from, from + windowMs)
    const bad = asked.filter((n) => outcomes.status[n] !== 200 || (outcomes.ms[n] ?? 0) > usual)
    if (bad.length > asked.length / 100) normalFrom = from + windowMs
  }
  return {
    good: goodOf(load, run, during, seconds.overload),
    served: timesOf(served),
    refused: timesOf(refused),
    neither: during.length - served.length - refused.length,
    recovery: (normalFrom - end) / 1000,
    lateMs: percentile([...outcomes.late], 0.99),
    cpuShare: cpuShare(outcomes, [begin, end]),
  }
}
