import { implement } from '@orpc/server'
import { hasShownNotice } from '#features/pledges/server/public.ts'
import { decodeCursor, pageOfRows } from '#platform/server/keyset.ts'
import { type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { dashboardContract } from '../contract.ts'
import { shown } from '../terms.ts'
import { impactOf } from './impact.ts'
import { joinedNews } from './news.ts'
import { countPledges, latestUpdates, takenPledges } from './queries.ts'

const os = implement(dashboardContract).$context<RequestContext>()

const get = os.get.use(signedIn).handler(async ({ context: { db, viewer } }) => {
  const personId = viewer.id
  const [impact, total, latest, updates, isNoticed] = await Promise.all([
    impactOf(db, personId),
    countPledges(db, personId),
    takenPledges(db, { personId, from: null, limit: shown }),
    latestUpdates(db, { personId, limit: shown }),
    hasShownNotice(db, personId),
  ])
  return { impact, pledges: { total, latest: latest.map(({ item }) => item), hasShownNotice: isNoticed }, updates }
})

const news = os.news.use(signedIn).handler(({ context: { db, viewer }, input }) => joinedNews(db, { personId: viewer.id, since: input.since, limit: shown }))

const pledges = os.pledges.use(signedIn).handler(async ({ context: { db, viewer }, input }) => {
  const rows = await takenPledges(db, { personId: viewer.id, from: decodeCursor(input.cursor, 'time'), limit: input.limit + 1 })
  return pageOfRows(rows, input.limit, { item: ({ item }) => item, position: ({ at, item }) => ({ after: at, id: item.campaign.id }) })
})

export const dashboardProcedures = os.router({ get, news, pledges })
