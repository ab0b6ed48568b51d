import type { Tx } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { avatarAddress } from './files.ts'

/**
 * Returns the `person` columns for this avatar, for the transaction that updates the row, and locks the picture against
 * the sweep. Refuses a picture that belongs to somebody else or has another purpose.
 */
export async function takeAvatar(tx: Tx, { mediaId, ownerId }: { mediaId: string | null; ownerId: string }) {
  if (mediaId === null) return { avatar_media_id: null, avatar_url: null }
  const picture = await tx
    .selectFrom('media')
    .select('id')
    .where('id', '=', mediaId)
    .where('owner_id', '=', ownerId)
    .where('purpose', '=', 'avatar')
    .forUpdate()
    .executeTakeFirst()
  if (!picture) refuseFields({ avatarMediaId: 'PICTURE_UNKNOWN' })
  return { avatar_media_id: mediaId, avatar_url: avatarAddress(mediaId) }
}
