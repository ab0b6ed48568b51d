import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { inStep } from '#platform/server/failed-step.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { attachmentFailure, mostPictures, type PictureHolder } from '../policy.ts'

type Attached = { holder: PictureHolder; id: string; mediaIds: readonly string[]; ownerId: string }

/**
 * Puts uploaded pictures on an update or a comment, in this order, inside the transaction that writes it. Refuses the
 * whole when one of them is not this person's, is no attachment, or stands somewhere already.
 */
export async function attach(tx: Tx, { holder, id, mediaIds, ownerId }: Attached): Promise<void> {
  if (mediaIds.length === 0) return
  if (mediaIds.length > mostPictures[holder]) refuseFields({ mediaIds: 'PICTURES_TOO_MANY' })
  // Held, so that the sweep and another request that names the same picture wait for this one.
  const held = await tx
    .selectFrom('media')
    .select(['id', 'width', 'height'])
    .where('id', 'in', mediaIds)
    .where('owner_id', '=', ownerId)
    .where('purpose', '=', 'attachment')
    .orderBy('id')
    .forUpdate()
    .execute()
  const shown = await tx.selectFrom('attachment').select('id').where('media_id', 'in', mediaIds).limit(1).execute()
  const known = new Map(held.map((row) => [row.id, row]))
  if (shown.length > 0 || known.size !== mediaIds.length) refuseFields({ mediaIds: 'PICTURE_UNKNOWN' })
  const rows = mediaIds.flatMap((mediaId, order) => {
    const { width, height } = known.get(mediaId) ?? {}
    if (width === undefined || height === undefined) return []
    return [{ id: uuidv7(), entity_type: holder, entity_id: id, media_id: mediaId, file_type: 'image/webp', width, height, sort_order: order }]
  })
  const { message } = attachmentFailure.ATTACHMENT_FAILED
  await inStep({ code: 'ATTACHMENT_FAILED', message }, () => tx.insertInto('attachment').values(rows).execute())
}

/** Takes the pictures off something that is removed: nobody else sees them from now on, and the sweep deletes them. */
export async function detach(tx: Tx, { holder, id }: { holder: PictureHolder; id: string }): Promise<void> {
  await tx.deleteFrom('attachment').where(columnOf[holder], '=', id).execute()
}

/** Which of the columns speaks of such a holder. */
const columnOf = { campaign_update: 'update_id', comment: 'comment_id', community_post: 'post_id' } as const

type PictureRow = { id: string; width: number; height: number; placeholder: string; formats: string[]; isGenerated: boolean }

/** The pictures of the update or comment whose id the column `of` holds, as a part of the query that reads it; each is for `pictureOf`. */
export const picturesFor = (holder: PictureHolder, of: string) => sql<PictureRow[]>`coalesce((
  select json_agg(json_build_object('id', m.id, 'width', m.width, 'height', m.height, 'placeholder', m.placeholder,
    'formats', m.formats, 'isGenerated', m.is_generated) order by a.sort_order)
  from attachment a join media m on m.id = a.media_id where ${sql.ref(`a.${columnOf[holder]}`)} = ${sql.ref(of)}), '[]')`
