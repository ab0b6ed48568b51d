import { sql } from 'kysely'
import { refreshRanks } from '#features/campaigns/server/jobs.ts'
import { applyPledgeLog } from '#features/pledges/tallies/server/tally.ts'
import { openStore, type Store } from '#platform/server/store/open-store.ts'
import { costOf } from './cost.ts'
import type { LoadedSet } from './load/sets.ts'
import { median } from './measure.ts'

export type JobTimes = { refresh: number; tally: number }

/** Times of the jobs in ms, on a store opened as the product opens it, with its time limits. */
export async function jobTimes(set: LoadedSet): Promise<JobTimes> {
  const store = await openStore({ url: set.url, onError: () => {} })
  try {
    const refresh = []
    const tally = []
    await refreshRanks(store.db)
    for (let n = 0; n < 3; n++) {
      refresh.push(await msOf(() => refreshRanks(store.db)))
      tally.push(await tallyMs(store))
    }
    return { refresh: median(refresh), tally: median(tally) }
  } finally {
    await store.close()
  }
}

type Costs = Awaited<ReturnType<typeof costOf>>[]

/** Response times in ms while the ranks are refreshed continuously, and without the refresh. */
export async function duringRefresh(set: LoadedSet, load: Parameters<typeof costOf>[0]) {
  const store = await openStore({ url: set.url, onError: () => {} })
  const alone: Costs = []
  const comparedWith: Costs = []
  try {
    for (let round = 0; round < 3; round++) {
      alone.push(await costOf(load))
      let isOver = false
      const refreshing = (async () => {
        while (!isOver) await refreshRanks(store.db)
      })()
      comparedWith.push(
        await costOf(load).finally(() => {
          isOver = true
        }),
      )
      await refreshing
    }
  } finally {
    await store.close()
  }
  const times = (of: Costs) => ({ p50: median(of.map(({ p50 }) => p50)), p99: median(of.map(({ p99 }) => p99)) })
  return { alone: times(alone), beside: times(comparedWith) }
}

class RolledBack extends Error {}

/** Time in ms of a full batch of 5,000 pledges, which is rolled back. The statement limit of 5 s of the product's pool does not apply. */
async function tallyMs(store: Store): Promise<number> {
  let ms = Number.NaN
  const batch = store.db.transaction()
  const run = store.unhurried(() =>
    batch.execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      await sql`
      insert into pledge_log (campaign_id, person_id, delta)
      select p.campaign_id, p.person_id, 1
      from (select * from pledge where state = 'counted' limit 20000) p join campaign c on c.id = p.campaign_id and c.status = 'active' limit 5000`.execute(tx)
      ms = await msOf(() => applyPledgeLog(tx))
      throw new RolledBack()
    }),
  )
  await run.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error
  })
  return ms
}

async function msOf(act: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await act()
  return performance.now() - before
}
