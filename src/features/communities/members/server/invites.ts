import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { mayModerate } from '#features/communities/policy.ts'
import { inviteHash, lockCommunity } from '#features/communities/server/public.ts'
import { inTransaction, once, type Tx } from '#platform/server/idempotency.ts'
import { inviteLimits } from '../terms.ts'
import type { ActorsContext } from './members-context.ts'
import { invitesOf } from './queries.ts'

type Making = {
  input: { id: string }
  errors: { NOT_FOUND: () => Error; MODERATORS_ONLY: () => Error; TOO_MANY_INVITES: () => Error }
}

/**
 * Creates an invite link. The token is returned once and stored only as a hash. A repeat under the same idempotency key means that
 * the first response was lost, so the same invite gets a new token.
 */
export async function makeInvite({ db, viewer, request }: ActorsContext, { input, errors }: Making) {
  const token = randomBytes(24).toString('base64url')
  const mayInvite = async (tx: Tx) => {
    const community = await lockCommunity(tx, { id: input.id, viewer, lock: 'update' })
    if (!community) throw errors.NOT_FOUND()
    if (!mayModerate(community)) throw errors.MODERATORS_ONLY()
  }
  const own = uuidv7()
  const { id } = await once({ db, personId: viewer.id, key: request.idempotencyKey, operation: 'communityMembers.invite', input }, async (tx) => {
    await mayInvite(tx)
    if ((await invitesOf(tx, { communityId: input.id })).length >= inviteLimits.atOnce) throw errors.TOO_MANY_INVITES()
    const made = { id: own, community_id: input.id, created_by: viewer.id, token_hash: inviteHash(token) }
    await tx
      .insertInto('community_invite')
      .values({ ...made, expires_at: sql<Date>`now() + make_interval(days => ${inviteLimits.days})` })
      .execute()
    return { id: own }
  })
  const invite = await inTransaction(db, async (tx) => {
    if (id !== own) {
      await mayInvite(tx)
      await tx
        .updateTable('community_invite')
        .set({ token_hash: inviteHash(token) })
        .where('id', '=', id)
        .execute()
    }
    return (await invitesOf(tx, { communityId: input.id, id }))[0]
  })
  // The invite was withdrawn meanwhile.
  if (!invite) throw errors.NOT_FOUND()
  return { ...invite, token }
}

type Withdrawing = { input: { id: string }; errors: { NOT_FOUND: () => Error } }

/** Deletes an invite link. Everybody except owner and mods gets NOT_FOUND. */
export async function withdrawInvite({ db, viewer }: ActorsContext, { input, errors }: Withdrawing) {
  await inTransaction(db, async (tx) => {
    const invite = await tx.selectFrom('community_invite').select('community_id').where('id', '=', input.id).executeTakeFirst()
    const community = invite && (await lockCommunity(tx, { id: invite.community_id, viewer, lock: 'share' }))
    if (!community || !mayModerate(community)) throw errors.NOT_FOUND()
    await tx.deleteFrom('community_invite').where('id', '=', input.id).execute()
  })
  return input
}
