import { isOwner, mayModerate } from '#features/communities/policy.ts'
import { heldCommunity } from '#features/communities/server/public.ts'
import { inTransaction } from '#platform/server/idempotency.ts'
import type { ActorsContext } from './members-context.ts'
import { heldMembership, setRoleOf } from './membership.ts'

type Transfer = {
  input: { id: string; personId: string }
  errors: { NOT_FOUND: () => Error; OWNER_ONLY: () => Error; NOT_A_MEMBER: () => Error }
}

/** Makes a member the owner, while the owner stays on as a mod. The community is held: there is one owner before and after. */
export async function transferTo({ db, viewer, communityNews }: ActorsContext, { input, errors }: Transfer) {
  const { id: communityId, personId } = input
  await inTransaction(db, async (tx) => {
    const community = await heldCommunity(tx, { id: communityId, viewer, hold: 'update' })
    if (!community) throw errors.NOT_FOUND()
    // Asked again once it is done: who owned it is a mod now, but it is as they wanted.
    if (community.ownerId === personId && mayModerate(community)) return
    if (!isOwner(community)) throw errors.OWNER_ONLY()
    const place = { communityId, personId }
    const heir = await heldMembership(tx, place)
    if (heir?.status !== 'active') throw errors.NOT_A_MEMBER()
    await setRoleOf(tx, { communityId, personId: viewer.id, role: 'mod' })
    await setRoleOf(tx, { ...place, role: 'owner' })
    await tx.updateTable('community').set({ owner_user_id: personId }).where('id', '=', communityId).execute()
  })
  communityNews.changed(communityId)
  for (const each of [personId, viewer.id]) communityNews.accessChanged({ communityId, personId: each })
  return input
}
