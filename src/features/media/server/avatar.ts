import type { Tx } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { avatarAddress } from './files.ts'

/**
 * What a person's row says of the picture that shows them, inside the transaction that writes it; refuses a picture that
 * is not theirs or was sent for something else. Held, so that the sweep waits.
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
