import { heldCommunity, type Standing } from '#features/communities/server/public.ts'
import { requestSettled } from '#features/notifications/server/public.ts'
import { inTransaction, type Tx } from '#platform/server/idempotency.ts'
import type { ActorsContext } from './members-context.ts'
import { heldMembership, type Place } from './membership.ts'

type Act = {
  input: { id: string; personId: string }
  errors: { NOT_FOUND: () => Error }
  /** Who may do it. */
  may: (community: Standing) => true | Error
  act: (tx: Tx, on: { community: Standing; place: Place; member: Awaited<ReturnType<typeof heldMembership>> }) => Promise<void>
}

/**
 * Does something about one person in a community, which is held before that person's membership: acts about the same
 * community come one after the other, and whoever leaves meanwhile waits.
 */
export async function actOnMember(context: ActorsContext, { input, errors, may, act }: Act) {
  const { db, viewer, communityNews, notifications, bellNews } = context
  const { id: communityId, personId } = input
  const place = { communityId, personId }
  const isChanged = await inTransaction(db, async (tx) => {
    const community = await heldCommunity(tx, { id: communityId, viewer, hold: 'update' })
    if (!community) throw errors.NOT_FOUND()
    const allowed = may(community)
    if (allowed !== true) throw allowed
    const member = await heldMembership(tx, place)
    await act(tx, { community, place, member })
    const after = await heldMembership(tx, place)
    if (member?.status === 'pending' && after?.status !== 'pending') await requestSettled(tx, { communityId, actorId: personId })
    return member?.status !== after?.status || member?.role !== after?.role
  })
  if (!isChanged) return input
  communityNews.changed(communityId)
  communityNews.accessChanged(place)
  // What this person may see has changed, and so what counts as unread.
  bellNews.changed([personId])
  // Most acts tell nobody; looking costs one of the store's indexes.
  notifications.nudge()
  return input
}
