import { implement } from '@orpc/server'
import { suspensionByDecision } from '#features/moderation/server/public.ts'
import { inTransaction } from '#platform/server/idempotency.ts'
import { anyone, type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { accountsContract } from '../contract.ts'
import { mayUnlink } from '../policy.ts'
import type { WayName } from '../ways.ts'
import { dropWay, lockPerson, waysOf } from './ways.ts'

const os = implement(accountsContract).$context<RequestContext & { signInWays: readonly WayName[] }>()

const ways = os.ways.use(signedIn).handler(({ context }) => waysOf(context.db, { personId: context.viewer.id, configured: context.signInWays }))

const unlink = os.unlink.use(signedIn).handler(({ context, input: { provider }, errors }) => {
  const whose = { personId: context.viewer.id, configured: context.signInWays }
  return inTransaction(context.db, async (tx) => {
    // The row lock puts concurrent calls in a sequence. Without it, two calls could each unlink one of the last two ways to sign in.
    await lockPerson(tx, whose.personId)
    const before = await waysOf(tx, whose)
    if (!before.others.some(({ name, isLinked }) => name === provider && isLinked)) return before
    if (!mayUnlink(before, provider)) throw errors.LAST_WAY_IN()
    await dropWay(tx, { personId: whose.personId, provider })
    return waysOf(tx, whose)
  })
})

const suspension = os.suspension.use(anyone).handler(async ({ context: { db }, input, errors }) => {
  const found = await suspensionByDecision(db, input.id)
  if (!found) throw errors.NOT_FOUND()
  return { until: found.until, rule: found.rule, reason: found.reason }
})

export const accountProcedures = os.router({
  suspension,
  me: os.me.use(signedIn).handler(({ context }) => context.viewer),
  ways,
  unlink,
})
