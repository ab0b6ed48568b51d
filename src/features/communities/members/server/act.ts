import { type CommunityAccess, lockCommunity } from '#features/communities/server/public.ts'
import { deleteJoinRequestEvent } from '#features/notifications/server/public.ts'
import { inTransaction, type Tx } from '#platform/server/idempotency.ts'
import { lockMembership, type MembershipKey } from './act-on-member.ts'
import type { ActorsContext } from './members-context.ts'

type Act = {
  input: { id: string; personId: string }
  errors: { NOT_FOUND: () => Error }
  /** True if the viewer has the right, else the error to throw. */
  may: (community: CommunityAccess) => true | Error
  act: (tx: Tx, on: { community: CommunityAccess; place: MembershipKey; member: Awaited<ReturnType<typeof lockMembership>> }) => Promise<void>
}

/**
 * Runs an action on one person's membership. Locks the community row, then the membership row: actions in one community run one after
 * another, and a person who leaves at the same time waits.
 */
export async function actOnMember(context: ActorsContext, { input, errors, may, act }: Act) {
  const { db, viewer, communityNews, notifications, bellNews } = context
  const { id: communityId, personId } = input
  const place = { communityId, personId }
  const isChanged = await inTransaction(db, async (tx) => {
    const community = await lockCommunity(tx, { id: communityId, viewer, lock: 'update' })
    if (!community) throw errors.NOT_FOUND()
    const allowed = may(community)
    if (allowed !== true) throw allowed
    const member = await lockMembership(tx, place)
    await act(tx, { community, place, member })
    const after = await lockMembership(tx, place)
    if (member?.status === 'pending' && after?.status !== 'pending') await deleteJoinRequestEvent(tx, { communityId, actorId: personId })
    return member?.status !== after?.status || member?.role !== after?.role
  })
  if (!isChanged) return input
  communityNews.changed(communityId)
  communityNews.accessChanged(place)
  // This person's access has changed, and with it the unread count.
  bellNews.changed([personId])
  // Called although most actions record no event: without an event the delivery job costs only an index lookup.
  notifications.runSoon()
  return input
}
