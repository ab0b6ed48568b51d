import { implement } from '@orpc/server'
import { openRecent } from '#platform/server/recent.ts'
import { anyone, type RequestContext } from '#platform/server/rpc.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { subjectsContract } from '../contract.ts'
import { activityOf } from './activity.ts'
import { growthOf } from './growth.ts'
import { aroundOf, entryId, findNamed, type Of } from './queries.ts'

const os = implement(subjectsContract).$context<RequestContext>()

/** The result is the same for everybody, so it is cached for a second, like a page. Null if there is no such entry. */
function shared<Made>(make: (db: Db, subject: { kind: Of['kind']; id: string }) => Promise<Made>) {
  const recent = openRecent<Made | null>(1_000)
  return (db: Db, of: Of) =>
    recent(`${of.kind} ${of.slug}`, async () => {
      const id = await entryId(db, of)
      return id === null ? null : make(db, { kind: of.kind, id })
    })
}

const sharedAround = shared(aroundOf)
const sharedActivity = shared((db, { id }) => activityOf(db, id))
const sharedGrowth = shared((db, { id }) => growthOf(db, id))

export const entryProcedures = os.router({
  named: os.named.use(anyone).handler(async ({ context, input }) => ({ entry: await findNamed(context.db, input) })),

  around: os.around.use(anyone).handler(async ({ context, input, errors }) => {
    const around = await sharedAround(context.db, input)
    if (!around) throw errors.NOT_FOUND()
    return around
  }),

  activity: os.activity.use(anyone).handler(async ({ context, input, errors }) => {
    const items = await sharedActivity(context.db, input)
    if (!items) throw errors.NOT_FOUND()
    return { items }
  }),

  growth: os.growth.use(anyone).handler(async ({ context, input, errors }) => {
    const growth = await sharedGrowth(context.db, input)
    if (!growth) throw errors.NOT_FOUND()
    return growth
  }),
})
