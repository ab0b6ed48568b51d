import { implement } from '@orpc/server'
import { sql } from 'kysely'
import { anyone, type RequestContext } from '#platform/server/rpc.ts'
import { groupQueries } from '../../server/group-queries.ts'
import { type Cause, causesContract } from '../contract.ts'

const os = implement(causesContract).$context<RequestContext>()

const causes = groupQueries({ kind: 'cause', own: sql<Pick<Cause, 'icon'>>`json_build_object('icon', g.icon)` })

export const causeProcedures = os.router({
  list: os.list.use(anyone).handler(({ context, input }) => causes.list(context.db, input)),
  get: os.get.use(anyone).handler(async ({ context, input, errors }) => {
    const cause = await causes.bySlug(context.db, input.slug)
    if (!cause) throw errors.NOT_FOUND()
    return cause
  }),
})
