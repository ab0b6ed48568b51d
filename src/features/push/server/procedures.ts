import { ECDH } from 'node:crypto'
import { implement } from '@orpc/server'
import { refuseFields } from '#platform/server/refuse.ts'
import { type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { type Push, pushContract } from '../contract.ts'
import { subscriptionProblems } from '../policy.ts'
import type { PushSender } from './push-sender.ts'
import { addSubscription, browsersOf, removeSubscription } from './subscriptions.ts'

type PushContext = RequestContext & { push: PushSender }

const os = implement(pushContract).$context<PushContext>()

async function pushOf({ db, push }: PushContext, personId: string): Promise<Push> {
  return { publicKey: push.settings?.publicKey ?? null, browsers: await browsersOf(db, personId) }
}

const get = os.get.use(signedIn).handler(({ context }) => pushOf(context, context.viewer.id))

const add = os.add.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer, sessionId, push } = context
  if (!push.settings) throw errors.PUSH_OFF()
  refuseFields(subscriptionProblems(input, push.settings.services))
  if (!isOnCurve(input.keys.p256dh)) refuseFields({ keys: 'KEYS_MALFORMED' })
  if (!(await addSubscription(db, { personId: viewer.id, sessionId, subscription: input }))) throw errors.NOT_FOUND()
  return pushOf(context, viewer.id)
})

/** True if the point is on the curve; with any other no message can be encrypted. */
function isOnCurve(point: string): boolean {
  try {
    ECDH.convertKey(point, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}

const remove = os.remove.use(signedIn).handler(async ({ context, input }) => {
  await removeSubscription(context.db, { personId: context.viewer.id, endpoint: input.endpoint })
  return pushOf(context, context.viewer.id)
})

export const pushProcedures = os.router({ get, add, remove })
