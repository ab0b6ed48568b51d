import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { releaseStep, showBursts } from '#features/pledges/holding/server/release.ts'
import { openJoinSignals } from '#features/pledges/holding/server/signals.ts'
import { heldHours, quickForms } from '#features/pledges/holding/terms.ts'
import { groupCommit, type Taken } from '#features/pledges/server/group-commit.ts'
import { openAddressKey, pledgeKeysOf } from '#features/pledges/server/public.ts'
import { type Db, openStore } from '#platform/server/store/open-store.ts'
import { honestCrowd, type Joining, scriptedCrowd } from './crowds.ts'
import { cpuMs, median, percentile } from './measure.ts'
import { openSite, type Site } from './site.ts'
import { atMost, type Row, reported, type Section } from './table.ts'

const seeds = Array.from({ length: 20 }, (_, n) => n + 1)
/** Number of seeds of the scripted crowds, which differ less. */
const fewer = 4
/** Joins within a second are written in one batch, as under load. */
const batchMs = 1_000
const answersARound = 600
/** So many joins of a network count before one without a form is held. */
const first = quickForms

/** Measures how many pledges of honest and scripted crowds are held, and whether a held pledge is answered like a counted one. */
export async function fraud(): Promise<Omit<Section, 'name' | 'failure'>> {
  const site = await openSite(undefined, { TRUSTED_PROXIES: '127.0.0.1' })
  try {
    const [creator = ''] = await site.people(1)
    // Without a moderator, bursts would count after 72 hours, too.
    await site.pool.query("update person set role = 'moderator'")
    const crowds = async (crowdOf: (seed: number) => Joining[], some = seeds) => {
      const found = []
      for (const seed of some) found.push(await joinAs(site, (await site.publish(creator)).id, crowdOf(seed)))
      return found
    }
    const honest = await crowds(honestCrowd)
    const hour = await crowds((seed) => scriptedCrowd(seed, 'hour'), seeds.slice(0, fewer))
    const days = await crowds((seed) => scriptedCrowd(seed, 'days'), seeds.slice(0, fewer))
    const human = await crowds((seed) => scriptedCrowd(seed, 'human'), seeds.slice(0, fewer))
    const shares = (some: Held[]) => some.map(({ share }) => share)
    return {
      notes: [
        `Crowds of bench/crowds.ts, seeds 1 to ${seeds.length} (scripted ones 1 to ${fewer}), 5,000 joins each, through the statement of the group commit with the times of the crowd. Its author did not know the rules.`,
        'Then the job decides about the held pledges, with their times moved 72 hours back and a moderator who does nothing.',
        'These accounts are confirmed already. Judging again at the confirmation is not measured: it goes by the present time, so the hours of a crowd cannot be repeated.',
      ],
      rows: [
        atMost('honest crowd, largest part held', 100 * Math.max(...shares(honest)), '%', 1),
        atMost('honest crowd, largest number held for longer than 72 hours', Math.max(...honest.map(({ tooLong }) => tooLong)), 'pledges', 0),
        reported('honest crowd, part held, median', 100 * median(shares(honest)), '%'),
        {
          ...reported('scripted within an hour, smallest part held', 100 * Math.min(...shares(hour)), '%'),
          asked: 'at least 98 %',
          reached: Math.min(...shares(hour)) >= 0.98,
        },
        reported('scripted over three days, part held, median', 100 * median(shares(days)), '%'),
        reported('scripted with human form times and 40 browsers, part held, median', 100 * median(shares(human)), '%'),
        ...(await answers(site, creator)),
      ],
    }
  } finally {
    await site.close()
  }
}

/** The part of a crowd's pledges that is held, and how many are still held 72 hours later. */
type Held = { share: number; tooLong: number }

async function joinAs(site: Site, campaignId: string, crowd: Joining[]): Promise<Held> {
  const store = await openStore({ url: site.url, onError: () => {} })
  try {
    const ids = await insertPeople(site, crowd)
    await site.pool.query('analyze')
    const signalOf = openJoinSignals({ db: store.db, isExempt: () => false })
    const addressKey = openAddressKey('a secret of the benchmark')
    const commits = groupCommit({ pool: store.pool, onCounted: () => {} })
    const start = Date.now() - (crowd.at(-1)?.at ?? 0)
    for (const batch of batchesOf(crowd.map((joining, n) => ({ ...joining, personId: ids[n] ?? '' })))) {
      const asks = batch.map(async ({ personId, email, at, address, browser }): Promise<Taken> => {
        const signal = await signalOf({ caller: { address, browser }, email, at: new Date(start + at) })
        return commits.take({ campaignId, personId, isPrivate: true, keys: pledgeKeysOf(addressKey, { email, personId, campaignId }), signal })
      })
      await Promise.all(asks)
    }
    const share = (await countHeld(store.db, campaignId)) / crowd.length
    await sql`update join_signal set held_at = held_at - make_interval(hours => ${heldHours}) where campaign_id = ${campaignId}`.execute(store.db)
    await showBursts(store.db)
    while ((await releaseStep(store.db)).state !== 'idle') {}
    return { share, tooLong: await countHeld(store.db, campaignId) }
  } finally {
    await store.close()
  }
}

async function countHeld(db: Db, campaignId: string): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select count(*)::int as held from pledge where campaign_id = ${campaignId} and state in ('held', 'review')`.execute(db)
  return rows[0]?.held ?? 0
}

function batchesOf<Each extends Joining>(crowd: Each[]): Each[][] {
  return [...Map.groupBy(crowd, ({ at }) => Math.floor(at / batchMs)).values()]
}

async function insertPeople({ pool }: Site, crowd: Joining[]): Promise<string[]> {
  const ids = crowd.map(() => uuidv7())
  await pool.query(
    `insert into person (id, email, display_name, first_name, last_name, role, counting_from, created_at)
     select id, id || '@crowd.test', 'Bench P.', 'Bench', 'Person', 'member', now(), now() - make_interval(secs => hours * 3600)
     from unnest($1::uuid[], $2::float8[]) as p(id, hours)`,
    [ids, crowd.map(({ accountHours }) => accountHours)],
  )
  await pool.query(
    `insert into sign_up_signal (person_id, form_seconds)
     select id, seconds from unnest($1::uuid[], $2::real[]) as p(id, seconds) where seconds is not null`,
    [ids, crowd.map(({ formSeconds }) => formSeconds)],
  )
  await pool.query(
    `insert into auth_account (id, person_id, provider_id, account_id)
     select gen_random_uuid(), id, 'google', id::text from unnest($1::uuid[], $2::boolean[]) as p(id, is_by_provider) where is_by_provider`,
    [ids, crowd.map(({ isByProvider }) => isByProvider)],
  )
  return ids
}

const Answer = z.object({ pledge: z.object({ state: z.string() }) })

/** Joins of 600 new accounts each, by turns from one network, where they are held, and from networks of their own, where they count. */
async function answers(site: Site, creator: string): Promise<Row[]> {
  const campaign = await site.publish(creator)
  const cookies = await site.people(2 * answersARound + first)
  const join = async (cookie: string, address: string) => {
    const before = performance.now()
    const response = await fetch(`${site.origin}/api/v1/campaigns/${campaign.id}/pledge`, {
      method: 'PUT',
      headers: { origin: site.origin, cookie, 'content-type': 'application/json', 'x-forwarded-for': address },
      body: '{}',
    })
    const body = await response.text()
    const ms = performance.now() - before
    const { state } = Answer.parse(JSON.parse(body)).pledge
    if (response.status !== 200 || state !== 'counted') throw new Error(`A join was answered with ${response.status} ${state}`)
    const headers = [...response.headers].map(([name, value]) => `${name} ${value.length}`)
    // The count is left out: it is the public number, which a held pledge does not change.
    return { ms, shape: [body.replaceAll(/\d+/g, '0'), ...headers].join('\n') }
  }
  for (const cookie of cookies.slice(-first)) await join(cookie, '20.0.0.1')
  const found: Record<'held' | 'counted', { ms: number; shape: string }[]> = { held: [], counted: [] }
  const before = cpuMs(site.pid)
  for (let n = 0; n < 2 * answersARound; n++) {
    // Each kind follows each kind equally often, because the server still works a little after an answer.
    const isHeld = n % 4 === 0 || n % 4 === 3
    found[isHeld ? 'held' : 'counted'].push(await join(cookies[n] ?? '', isHeld ? '20.0.0.1' : `21.${n >> 8}.${n & 255}.1`))
  }
  const { rows } = await site.pool.query<{ held: number }>("select count(*)::int as held from pledge where campaign_id = $1 and state = 'held'", [campaign.id])
  if (rows[0]?.held !== answersARound) throw new Error(`${rows[0]?.held} pledges are held instead of ${answersARound}`)
  const times = (of: 'held' | 'counted') => found[of].map(({ ms }) => ms)
  const [slow, fast] = [percentile(times('held'), 0.5), percentile(times('counted'), 0.5)]
  const different = found.held.filter(({ shape }, n) => shape !== found.counted[n]?.shape)
  return [
    atMost('answers to held joins whose body shape or headers (names and lengths) differ from those of a counted one', different.length, '', 0),
    atMost('answer to a held join and to a counted one, difference of p50', (100 * Math.abs(slow - fast)) / fast, '%', 10),
    reported('answer to a held join, p50', slow, 'ms', { what: 'a counted one', value: fast }),
    reported('server CPU a judged join', (cpuMs(site.pid) - before) / (2 * answersARound), 'ms'),
  ]
}
