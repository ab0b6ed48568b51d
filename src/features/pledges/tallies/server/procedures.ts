import { implement } from '@orpc/server'
import { anyone, type RequestContext } from '#platform/server/rpc.ts'
import { liveStatsContract } from '../contract.ts'
import { platformStats } from './queries.ts'

const os = implement(liveStatsContract).$context<RequestContext>()

export const liveStatsProcedures = os.router({
  stats: os.stats.use(anyone).handler(({ context }) => platformStats(context.db)),
})
