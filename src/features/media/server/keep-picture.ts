import { ORPCError } from '@orpc/server'
import { v7 as uuidv7 } from 'uuid'
import { type Act, once } from '#platform/server/idempotency.ts'
import type { FileStorage } from '#platform/server/storage.ts'
import { isForDeleted } from '#platform/server/store/deleted-person.ts'
import type { Picture } from '../contract.ts'
import { nameOf } from './files.ts'
import type { MadePicture } from './make-picture.ts'
import { pictureOf } from './public.ts'
import { isQuotaUsedUp, lockUploads } from './queries.ts'

type Keep = {
  act: Act
  storage: FileStorage
  made: MadePicture
  row: { purpose: string; contentHash: string; isGenerated: boolean }
  /** What is thrown when this person may store no more today. */
  tooMany: () => Error
}

/**
 * Keeps a picture, once a person and Idempotency-Key. Files first, then the row: a crash in between leaves files that the
 * sweep finds, never a row without its files.
 */
export async function keepPicture({ act, storage, made, row, tooMany }: Keep): Promise<Picture> {
  const id = uuidv7()
  let kept = false
  try {
    await putAll(storage, id, made)
    const picture = await once(act, async (tx): Promise<Picture> => {
      await lockUploads(tx, act.personId)
      if (await isQuotaUsedUp(tx, { personId: act.personId, adding: made.bytes })) throw tooMany()
      const shown = { id, width: made.width, height: made.height, placeholder: made.placeholder, formats: made.formats }
      await tx
        .insertInto('media')
        .values({
          ...shown,
          owner_id: act.personId,
          purpose: row.purpose,
          content_hash: row.contentHash,
          bytes: made.bytes,
          is_generated: row.isGenerated,
        })
        .execute()
      return pictureOf({ ...shown, isGenerated: row.isGenerated, purpose: row.purpose })
    })
    kept = picture.id === id
    return picture
  } catch (error) {
    // Without a clear refusal the row may be there after all: then the files stay, and the sweep decides.
    kept = !(error instanceof ORPCError || isForDeleted(error))
    throw error
  } finally {
    if (!kept) for (const file of made.files) await storage.remove(nameOf(id, file))
  }
}

/** Waits for all of them, so that none is written after what came before was taken away again. */
async function putAll(storage: FileStorage, id: string, { files }: MadePicture): Promise<void> {
  const results = await Promise.allSettled(files.map((file) => storage.put(nameOf(id, file), file.bytes)))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}
