import { sql } from 'kysely'
import { pendingAddress, removeWaysIn } from '#features/accounts/server/public.ts'
import { removeDrafts } from '#features/campaigns/server/public.ts'
import { removeUnusedMedia } from '#features/media/server/public.ts'
import { forgetAppeals } from '#features/moderators/appeals/server/public.ts'
import { removeNotifications } from '#features/notifications/server/public.ts'
import { anonymisePledges } from '#features/pledges/server/public.ts'
import { forgetRepresentative } from '#features/replies/server/public.ts'
import { forgetReporter } from '#features/reports/server/public.ts'
import { forgetSender } from '#features/site-pages/contact/server/public.ts'
import { forgetBlocks } from '#features/trust/blocks/server/public.ts'
import { deletedName } from '#platform/names.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { type LeftCommunities, leaveCommunities, lockCommunities } from './communities.ts'

/** Work for after the commit: sessions whose streams to close, communities whose pages to update, and files to remove. */
export type Left = { sessions: string[]; communities: LeftCommunities; files: string[] }

/**
 * Deletes an account except for an anonymous row, to which campaigns, pledges and comments refer; null if it is already
 * deleted. Lock order: campaigns, communities, person, rows that only the person writes.
 */
export async function leave(tx: Tx, personId: string): Promise<Left | null> {
  await removeDrafts(tx, personId)
  await lockCommunities(tx, personId)
  const person = await lockDeletedPerson(tx, personId)
  if (!person) return null
  const communities = await leaveCommunities(tx, personId)
  await anonymisePledges(tx, personId)
  // Must run before `removeWaysIn`, which deletes the links that contain the pending address.
  const pending = await pendingAddress(tx, personId)
  const sessions = await removeWaysIn(tx, { personId, email: person.email })
  await removeTraces(tx, personId)
  await removeNotifications(tx, personId)
  await forgetSender(tx, personId)
  await forgetReporter(tx, personId)
  await forgetAppeals(tx, personId)
  await forgetRepresentative(tx, personId)
  await forgetBlocks(tx, personId)
  for (const address of [person.email, pending]) await removeMail(tx, { personId, address })
  await anonymise(tx, personId)
  // Media are removed last, when no row refers to them. The second call removes drafts that were created in the meantime.
  await removeDrafts(tx, personId)
  return { sessions, communities, files: await removeUnusedMedia(tx, personId) }
}

/** Locks the person. Joining, posting and confirming lock the same row, so they wait until the deletion has committed. */
const lockDeletedPerson = (tx: Tx, personId: string) =>
  tx.selectFrom('person').select('email').where('id', '=', personId).where('deleted_at', 'is', null).forUpdate().executeTakeFirst()

/** Short-lived rows that concern nobody else. */
async function removeTraces(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('idempotency_key').where('person_id', '=', personId).execute()
  await tx.deleteFrom('picture_request').where('person_id', '=', personId).execute()
  await tx.deleteFrom('person_pace').where('person_id', '=', personId).execute()
  await tx.deleteFrom('written_text').where('person_id', '=', personId).execute()
  await tx.deleteFrom('campaign_chat_pace').where('person_id', '=', personId).execute()
}

/** Deletes queued mail to the address and its entry as a refused address, unless the address now belongs to another account. */
async function removeMail(tx: Tx, { personId, address }: { personId: string; address: string | null }): Promise<void> {
  if (address === null) return
  const other = await tx.selectFrom('person').select('id').where('email', '=', address).where('id', '<>', personId).executeTakeFirst()
  if (other) return
  await tx.deleteFrom('mail').where('address', '=', address).execute()
  await tx.deleteFrom('refused_address').where('address', '=', address).execute()
}

/** Removes everything personal from the row of a person, and marks it as deleted. */
export async function anonymise(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('moderated_profile').where('person_id', '=', personId).execute()
  // A deleted person cannot appeal. Without these rows the pictures are unused, and the job of media removes them.
  await sql`delete from moderated_picture h using media m where m.id = h.media_id and m.owner_id = ${personId}`.execute(tx)
  const nothing = { email: null, username: null, display_username: null, avatar_url: null, avatar_media_id: null }
  const noWord = { bio: '', full_name: '', first_name: '', last_name: '', display_name: deletedName }
  await tx
    .updateTable('person')
    .set({ ...nothing, ...noWord, email_verified: false, role: 'member', deleted_at: new Date(), updated_at: new Date() })
    .where('id', '=', personId)
    .execute()
}
