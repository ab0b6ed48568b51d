import { createHash } from 'node:crypto'
import { implement, ORPCError } from '@orpc/server'
import { v7 as uuidv7 } from 'uuid'
import { once } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { type RequestContext, signedIn } from '#platform/server/rpc.ts'
import type { FileStorage } from '#platform/server/storage.ts'
import { mediaContract, type Picture } from '../contract.ts'
import { whyNotCover } from '../policy.ts'
import { DeskFull, type MediaDesk } from './desk.ts'
import { nameOf } from './files.ts'
import { formatOf, type MadePicture, makePicture, PictureUnreadable } from './make-picture.ts'
import { pictureOf } from './public.ts'
import { isQuotaUsedUp, lockUploads } from './queries.ts'

const os = implement(mediaContract).$context<RequestContext & { media: MediaDesk }>()

const upload = os.upload.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer, media } = context
  const { purpose, file } = input
  const why = whyNotCover(file)
  if (why === 'IMAGE_TOO_LARGE') throw errors.IMAGE_TOO_LARGE()
  if (why) throw errors.IMAGE_TYPE()
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes.length === 0) refuseFields({ file: 'IMAGE_UNREADABLE' })
  if (formatOf(bytes) === null) throw errors.IMAGE_TYPE()

  const contentHash = createHash('sha256').update(bytes).digest('base64')
  const request = { db, personId: viewer.id, key: context.request.idempotencyKey, operation: 'media.upload', input: { purpose, contentHash } }
  // With a key this may be a repeat, which has its answer coming; the quota is judged below in either case.
  if (request.key === null && (await isQuotaUsedUp(db, { personId: viewer.id, adding: 0 }))) throw errors.TOO_MANY_REQUESTS()

  const made = await media
    .inTurn(() => makePicture(bytes))
    .catch((error: unknown) => {
      if (error instanceof DeskFull) throw errors.BUSY()
      if (error instanceof PictureUnreadable) refuseFields({ file: 'IMAGE_UNREADABLE' })
      throw error
    })
  // Files first, then the row: a crash in between leaves files that the sweep finds, never a row without its files.
  const id = uuidv7()
  let kept = false
  try {
    await putAll(media.storage, id, made)
    const picture = await once(request, async (tx): Promise<Picture> => {
      await lockUploads(tx, viewer.id)
      if (await isQuotaUsedUp(tx, { personId: viewer.id, adding: made.bytes })) throw errors.TOO_MANY_REQUESTS()
      const row = { id, width: made.width, height: made.height, placeholder: made.placeholder }
      await tx
        .insertInto('media')
        .values({ ...row, owner_id: viewer.id, purpose, content_hash: contentHash, bytes: made.bytes })
        .execute()
      return pictureOf(row)
    })
    kept = picture.id === id
    return picture
  } catch (error) {
    // Without a clear refusal the row may be there after all: then the files stay, and the sweep decides.
    kept = !(error instanceof ORPCError)
    throw error
  } finally {
    if (!kept) for (const { width } of made.sizes) await media.storage.remove(nameOf(id, width))
  }
})

async function putAll(storage: FileStorage, id: string, { sizes }: MadePicture): Promise<void> {
  for (const { width, bytes } of sizes) await storage.put(nameOf(id, width), bytes)
}

export const mediaProcedures = os.router({ upload })
