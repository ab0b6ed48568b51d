import { isOwner, mayModerate } from '#features/communities/policy.ts'
import { lockCommunity } from '#features/communities/server/public.ts'
import { inTransaction } from '#platform/server/idempotency.ts'
import { lockMembership, setRoleOf } from './act-on-member.ts'
import type { ActorsContext } from './members-context.ts'

type Transfer = {
  input: { id: string; personId: string }
  errors: { NOT_FOUND: () => Error; OWNER_ONLY: () => Error; NOT_A_MEMBER: () => Error }
}

/** Makes a member the owner; the former owner becomes a mod. The lock on the community ensures that there is exactly one owner. */
export async function transferTo({ db, viewer, communityNews }: ActorsContext, { input, errors }: Transfer) {
  const { id: communityId, personId } = input
  await inTransaction(db, async (tx) => {
    const community = await lockCommunity(tx, { id: communityId, viewer, lock: 'update' })
    if (!community) throw errors.NOT_FOUND()
    // A repeated request: the transfer is done, and the former owner is a mod.
    if (community.ownerId === personId && mayModerate(community)) return
    if (!isOwner(community)) throw errors.OWNER_ONLY()
    const place = { communityId, personId }
    const heir = await lockMembership(tx, place)
    if (heir?.status !== 'active') throw errors.NOT_A_MEMBER()
    await setRoleOf(tx, { communityId, personId: viewer.id, role: 'mod' })
    await setRoleOf(tx, { ...place, role: 'owner' })
    await tx.updateTable('community').set({ owner_user_id: personId }).where('id', '=', communityId).execute()
  })
  communityNews.changed(communityId)
  for (const each of [personId, viewer.id]) communityNews.accessChanged({ communityId, personId: each })
  return input
}
