import { costOf } from './cost.ts'
import { type LoadedSet, theSet } from './load/sets.ts'
import { median, pause, rssMb } from './measure.ts'
import { duringRefresh, type JobTimes, jobTimes } from './scale-jobs.ts'
import { openSite, type Site } from './site.ts'
import { atMost, type Row, reported, type Section } from './table.ts'

const rounds = 3
const cached = { amount: 4_000, connections: 16 }
const uncached = { amount: 250, connections: 4 }
const idleSeconds = 5
const askedGrowth = 2
const askedMemoryGrowth = 1.5

type Page = { name: string; path: string }
type Seen = {
  startSeconds: number
  idleMb: number
  pages: (Page & { cachedUs: number[]; ms: number[]; p50: number[]; p99: number[] })[]
  usedMb: number
  refused: number
  site: Site
}

/** Compares the product on 100,000 campaigns with the product on 1,000: pages, background jobs, memory, start. */
export async function scale(): Promise<Omit<Section, 'name' | 'failure'>> {
  const [small, large] = [await opened(await theSet('small')), await opened(await theSet('large'))]
  try {
    for (let round = 0; round < rounds; round++) for (const seen of [small, large]) await visit(seen)
    for (const seen of [small, large]) seen.usedMb = rssMb(seen.site.pid)
    const times = { small: await jobTimes(await theSet('small')), large: await jobTimes(await theSet('large')) }
    const path = large.pages.find(({ name }) => name === 'browse with filters')?.path ?? '/'
    const during = await duringRefresh(await theSet('large'), {
      origin: large.site.origin,
      pid: large.site.pid,
      paths: [path],
      mayRefuse: true,
      ...uncached,
      headers: signedIn(large.site),
    })
    return {
      notes: [
        `The built product on the set of 100,000 campaigns, 1 million people and 5 million pledges, beside the same on 1,000, 10,000 and 50,000, in turns; ${rounds} rounds, medians. Cached pages: ${cached.amount} requests on ${cached.connections} connections as brotli. Uncached: ${uncached.amount} on ${uncached.connections} by someone signed in. The campaign is the one with the most supporters; browse with filters asks for the most used industry and any of the three most used causes.`,
        'Server CPU is the product process alone; times to answer hold the store too. The refresh of the ranks runs again and again while pages are asked for, as it does every 30 s otherwise.',
      ],
      rows: [...large.pages.flatMap((page, n) => pageRows(page, small.pages[n])), ...jobRows(times, during), ...processRows(small, large)],
    }
  } finally {
    await large.site.close()
    await small.site.close()
  }
}

async function opened(set: LoadedSet): Promise<Seen> {
  const one = async (text: string) => String((await set.pool.query<{ name: string }>(text)).rows[0]?.name)
  const slug = await one(
    'select c.slug as name from campaign_stats s join campaign c on c.id = s.campaign_id where s.is_open order by s.supporters desc limit 1',
  )
  const industry = await one('select i.name from campaign_rank r join industry i on i.id = r.industry_id group by i.name order by count(*) desc limit 1')
  const causes = await one(
    "select string_agg(name, ',' order by name) as name from (select name from campaign_cause join cause on id = cause_id group by name order by count(*) desc limit 3) c",
  )
  const before = performance.now()
  const site = await openSite(set)
  const startSeconds = (performance.now() - before) / 1000
  await pause(idleSeconds * 1000)
  const filters = new URLSearchParams({ causes, industry })
  const pages = [
    { name: 'home', path: '/' },
    { name: 'browse', path: '/campaigns' },
    { name: 'browse with filters', path: `/campaigns?${filters}` },
    { name: 'campaign', path: `/campaigns/${slug}` },
  ]
  // A redirect would measure another page.
  for (const { path } of pages)
    if ((await fetch(`${site.origin}${path}`, { redirect: 'manual' })).status !== 200) throw new Error(`${path} was not answered with 200`)
  const [reader = ''] = await site.people(1)
  cookies.set(site, reader)
  return {
    site,
    startSeconds,
    idleMb: rssMb(site.pid),
    usedMb: 0,
    refused: 0,
    pages: pages.map((page) => ({ ...page, cachedUs: [], ms: [], p50: [], p99: [] })),
  }
}

const cookies = new WeakMap<Site, string>()
const signedIn = (site: Site) => ({ cookie: cookies.get(site) ?? '', accept: 'text/html' })

async function visit(seen: Seen): Promise<void> {
  const { site, pages } = seen
  for (const page of pages) {
    const load = { origin: site.origin, pid: site.pid, paths: [page.path], mayRefuse: true }
    const warm = await costOf({ ...load, ...cached, headers: { accept: 'text/html', 'accept-encoding': 'br' } })
    const rendered = await costOf({ ...load, ...uncached, headers: signedIn(site) })
    page.cachedUs.push(warm.cpuMs * 1000)
    page.ms.push(rendered.cpuMs)
    page.p50.push(rendered.p50)
    page.p99.push(rendered.p99)
    seen.refused += warm.refused + rendered.refused
  }
}

function pageRows(page: Seen['pages'][number], before: Seen['pages'][number] | undefined): Row[] {
  const row = (figure: string, unit: string, key: 'cachedUs' | 'ms' | 'p50' | 'p99'): Row => {
    const reference = { what: '1,000 campaigns', value: median(before?.[key] ?? []) }
    const value = median(page[key])
    return { ...reported(`${page.name}, ${figure}`, value, unit, reference), ratio: reference.value / value }
  }
  const cpu = row('uncached, server CPU', 'ms', 'ms')
  return [
    row('cached, server CPU', 'us', 'cachedUs'),
    { ...cpu, asked: `at most ${askedGrowth} times`, reached: cpu.value <= askedGrowth * (cpu.reference?.value ?? Number.NaN) },
    row(`uncached, ${uncached.connections} at once, p50`, 'ms', 'p50'),
    row(`uncached, ${uncached.connections} at once, p99`, 'ms', 'p99'),
  ]
}

function jobRows(times: { small: JobTimes; large: JobTimes }, { alone, beside }: Awaited<ReturnType<typeof duringRefresh>>): Row[] {
  const before = (value: number) => ({ what: '1,000 campaigns', value })
  const without = (value: number) => ({ what: 'without it', value })
  return [
    atMost('refresh of the ranks', times.large.refresh, 'ms', 2_000, before(times.small.refresh)),
    // Half of the product's statement timeout.
    atMost('tally of 5,000 pledges', times.large.tally, 'ms', 2_500, before(times.small.tally)),
    atMost('browse with filters during the refresh, p50', beside.p50, 'ms', 100, without(alone.p50)),
    atMost('browse with filters during the refresh, p99', beside.p99, 'ms', 250, without(alone.p99)),
  ]
}

function processRows(small: Seen, large: Seen): Row[] {
  const comparedWith = (value: number) => ({ what: '1,000 campaigns', value })
  return [
    atMost('memory idle', large.idleMb, 'MB', 250, comparedWith(small.idleMb)),
    {
      ...reported('memory after the pages', large.usedMb, 'MB', comparedWith(small.usedMb)),
      ratio: small.usedMb / large.usedMb,
      asked: `at most ${askedMemoryGrowth} times`,
      reached: large.usedMb <= askedMemoryGrowth * small.usedMb,
    },
    atMost('pages refused', large.refused, '', 0, comparedWith(small.refused)),
    atMost('start on the loaded store until ready', large.startSeconds, 's', 3, comparedWith(small.startSeconds)),
  ]
}
