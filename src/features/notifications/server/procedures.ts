import { implement } from '@orpc/server'
import { once } from '#platform/server/idempotency.ts'
import { type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { notificationsContract } from '../contract.ts'
import type { BellState } from '../terms.ts'
import type { BellNews } from './bell-news.ts'
import { bellStates } from './bell-queries.ts'
import { notificationsOf } from './queries.ts'
import { markAllRead, markRead, newestNotified } from './read.ts'

const os = implement(notificationsContract).$context<RequestContext & { bellNews: BellNews }>()

const list = os.list.use(signedIn).handler(({ context, input }) => notificationsOf(context.db, { ...input, viewer: context.viewer }))

const unread = os.unread.use(signedIn).handler(({ context }) => bellOf(context.db, context.viewer.id))

async function bellOf(db: RequestContext['db'], personId: string): Promise<BellState> {
  return (await bellStates(db, [personId])).get(personId) ?? { unread: 0, newest: null }
}

const mark = os.mark.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer, bellNews } = context
  if (!(await markRead(db, { ...input, personId: viewer.id }))) throw errors.NOT_FOUND()
  bellNews.changed([viewer.id])
  return bellOf(db, viewer.id)
})

const readAll = os.readAll.use(signedIn).handler(async ({ context, input }) => {
  const { db, viewer, bellNews } = context
  const personId = viewer.id
  const act = { db, personId, key: context.request.idempotencyKey, operation: 'notifications.readAll', input: input ?? {} }
  // The end of the range is stored under the idempotency key: a repeated request completes one that was interrupted, and marks no
  // notification that arrived later.
  const { through } = await once(act, async (tx) => ({ through: input?.through ?? (await newestNotified(tx, personId)) }))
  if (through !== null) await markAllRead(db, { personId, through })
  bellNews.changed([personId])
  return bellOf(db, personId)
})

export const notificationProcedures = os.router({ list, unread, mark, readAll })
