import type { Tx } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { avatarAddress } from './files.ts'
import { isAnyModerated } from './moderated.ts'

/**
 * Returns the values of the avatar columns of `person` for this picture. Locks the picture's row, so that the job that deletes unused pictures waits
 * until the transaction commits. Refuses a picture that belongs to somebody else, has another purpose, or is hidden by moderators or reports.
 */
export async function claimAvatar(tx: Tx, { mediaId, ownerId }: { mediaId: string | null; ownerId: string }) {
  if (mediaId === null) return { avatar_media_id: null, avatar_url: null }
  const picture = await tx
    .selectFrom('media')
    .select('id')
    .where('id', '=', mediaId)
    .where('owner_id', '=', ownerId)
    .where('purpose', '=', 'avatar')
    .forUpdate()
    .executeTakeFirst()
  if (!picture || (await isAnyModerated(tx, [mediaId]))) refuseFields({ avatarMediaId: 'PICTURE_UNKNOWN' })
  return { avatar_media_id: mediaId, avatar_url: avatarAddress(mediaId) }
}
