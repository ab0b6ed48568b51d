import { implement } from '@orpc/server'
import { openRecent } from '#platform/server/recent.ts'
import { anyone, type RequestContext } from '#platform/server/rpc.ts'
import { type CampaignCount, countContract } from '../contract.ts'
import { campaignCount } from './queries.ts'

const os = implement(countContract).$context<RequestContext>()

const get = os.get.use(anyone).handler(async ({ context: { db }, input: { id }, errors }) => {
  const count = await publicCount(id, () => campaignCount(db, id))
  if (!count) throw errors.NOT_FOUND()
  return count
})

/** Every public campaign's page needs it and the result is the same for everybody, so it is cached for a second, like a page. */
const publicCount = openRecent<CampaignCount | null>(1_000)

export const countProcedures = os.router({ get })
