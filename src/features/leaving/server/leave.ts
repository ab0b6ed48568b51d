import { pendingAddress, removeWaysIn } from '#features/accounts/server/public.ts'
import { removeDrafts } from '#features/campaigns/server/public.ts'
import { forgetSender } from '#features/contact/server/public.ts'
import { removeUnusedMedia } from '#features/media/server/public.ts'
import { removeNotifications } from '#features/notifications/server/public.ts'
import { type AddressKey, leavePledges } from '#features/pledges/server/public.ts'
import { deletedName } from '#platform/names.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { holdCommunities, type LeftCommunities, leaveCommunities } from './communities.ts'

/** What is to be done when all of it is written: whose streams to cut, which communities' pages to tell, and which files to remove. */
export type Left = { sessions: string[]; communities: LeftCommunities; files: string[] }

/**
 * Deletes an account: of the person only a row without a word is left, which campaigns, pledges and what was said point to.
 * Null where it is deleted already. Locks are taken as everywhere: campaigns and communities before the person, and the
 * person before what only the person writes.
 */
export async function leave(tx: Tx, given: { personId: string; addressKey: AddressKey }): Promise<Left | null> {
  const { personId } = given
  await removeDrafts(tx, personId)
  await holdCommunities(tx, personId)
  const person = await hold(tx, personId)
  if (!person) return null
  const communities = await leaveCommunities(tx, personId)
  await leavePledges(tx, { personId, addressKeys: given.addressKey(person.email) })
  // Before the links go, which tell it.
  const pending = await pendingAddress(tx, personId)
  const sessions = await removeWaysIn(tx, { personId, email: person.email })
  await removeTraces(tx, personId)
  await removeNotifications(tx, personId)
  await forgetSender(tx, personId)
  for (const address of [person.email, pending]) await removeMail(tx, { personId, address })
  await anonymise(tx, personId)
  // Last, when nothing shows them any more: of drafts begun since, too.
  await removeDrafts(tx, personId)
  return { sessions, communities, files: await removeUnusedMedia(tx, personId) }
}

/** From here on nobody joins, posts or is confirmed as this person: all of that waits for this row. */
const hold = (tx: Tx, personId: string) =>
  tx.selectFrom('person').select('email').where('id', '=', personId).where('deleted_at', 'is', null).forUpdate().executeTakeFirst()

/** What was kept only for a while, and about nobody else. */
async function removeTraces(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('idempotency_key').where('person_id', '=', personId).execute()
  await tx.deleteFrom('picture_request').where('person_id', '=', personId).execute()
  await tx.deleteFrom('campaign_chat_pace').where('person_id', '=', personId).execute()
}

/** Letters that wait, and that the address took none; not of one that is somebody else's by now. */
async function removeMail(tx: Tx, { personId, address }: { personId: string; address: string | null }): Promise<void> {
  if (address === null) return
  const other = await tx.selectFrom('person').select('id').where('email', '=', address).where('id', '<>', personId).executeTakeFirst()
  if (other) return
  await tx.deleteFrom('mail').where('address', '=', address).execute()
  await tx.deleteFrom('refused_address').where('address', '=', address).execute()
}

async function anonymise(tx: Tx, personId: string): Promise<void> {
  const nothing = { email: null, username: null, display_username: null, avatar_url: null, avatar_media_id: null }
  const noWord = { bio: '', full_name: '', first_name: '', last_name: '', display_name: deletedName }
  await tx
    .updateTable('person')
    .set({ ...nothing, ...noWord, email_verified: false, role: 'member', deleted_at: new Date(), updated_at: new Date() })
    .where('id', '=', personId)
    .execute()
}
