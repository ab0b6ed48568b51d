import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { inStep } from '#platform/server/failed-step.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { attachmentFailure } from '../policy.ts'
import { mostPictures, type PictureHolder } from '../terms.ts'
import { isAnyModerated } from './moderated.ts'

type Attached = { holder: PictureHolder; id: string; mediaIds: readonly string[]; ownerId: string }

/**
 * Attaches uploaded pictures to an update, comment or post in this order; runs in the transaction that writes it.
 * Refuses all of them if one belongs to somebody else, has another purpose or is attached already.
 */
export async function attach(tx: Tx, { holder, id, mediaIds, ownerId }: Attached): Promise<void> {
  if (mediaIds.length === 0) return
  if (mediaIds.length > mostPictures[holder]) refuseFields({ mediaIds: 'PICTURES_TOO_MANY' })
  // Locks the rows, so that the sweep and other requests for the same pictures wait for this transaction.
  const locked = await tx
    .selectFrom('media')
    .select(['id', 'width', 'height'])
    .where('id', 'in', mediaIds)
    .where('owner_id', '=', ownerId)
    .where('purpose', '=', 'attachment')
    .orderBy('id')
    .forUpdate()
    .execute()
  const shown = await tx.selectFrom('attachment').select('id').where('media_id', 'in', mediaIds).limit(1).execute()
  const known = new Map(locked.map((row) => [row.id, row]))
  if (shown.length > 0 || (await isAnyModerated(tx, mediaIds)) || known.size !== mediaIds.length) refuseFields({ mediaIds: 'PICTURE_UNKNOWN' })
  const rows = mediaIds.flatMap((mediaId, order) => {
    const { width, height } = known.get(mediaId) ?? {}
    if (width === undefined || height === undefined) return []
    return [{ id: uuidv7(), entity_type: holder, entity_id: id, media_id: mediaId, file_type: 'image/webp', width, height, sort_order: order }]
  })
  const { message } = attachmentFailure.ATTACHMENT_FAILED
  await inStep({ code: 'ATTACHMENT_FAILED', message }, () => tx.insertInto('attachment').values(rows).execute())
}

/** Detaches the pictures of something that is removed. Others can no longer see them, and the sweep deletes them. */
export async function detach(tx: Tx, { holder, id }: { holder: PictureHolder; id: string }): Promise<void> {
  await tx.deleteFrom('attachment').where(columnOf[holder], '=', id).execute()
  await tx.deleteFrom('moderated_picture').where(columnOf[holder], '=', id).execute()
}

/** Foreign key columns of `attachment` and `moderated_picture`. */
const columnOf = { campaign_update: 'update_id', comment: 'comment_id', community_post: 'post_id' } as const

type PictureRow = { id: string; width: number; height: number; placeholder: string; formats: string[]; isGenerated: boolean }

/** SQL for the pictures of a row whose id is in the column `of`, in the form that `pictureOf` takes. */
export const picturesFor = (holder: PictureHolder, of: string) => sql<PictureRow[]>`coalesce((
  select json_agg(json_build_object('id', m.id, 'width', m.width, 'height', m.height, 'placeholder', m.placeholder,
    'formats', m.formats, 'isGenerated', m.is_generated) order by a.sort_order)
  from attachment a join media m on m.id = a.media_id where ${sql.ref(`a.${columnOf[holder]}`)} = ${sql.ref(of)}), '[]')`
