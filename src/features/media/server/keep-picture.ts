import { ORPCError } from '@orpc/server'
import { v7 as uuidv7 } from 'uuid'
import { type Act, once } from '#platform/server/idempotency.ts'
import type { FileStorage } from '#platform/server/storage.ts'
import { isDeletedPersonError } from '#platform/server/store/deleted-person.ts'
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
  /** The error to throw if the person's daily quota is used up. */
  tooMany: () => Error
}

/**
 * Stores a picture, only once per person and idempotency key. The files are written before the row: after a crash there
 * may be files without a row, which the sweep removes, but no row without files.
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
    // After any other error the row may have been committed, so the files stay. The sweep removes them if it was not.
    kept = !(error instanceof ORPCError || isDeletedPersonError(error))
    throw error
  } finally {
    if (!kept) for (const file of made.files) await storage.remove(nameOf(id, file))
  }
}

/** Waits for all writes even if one fails, so that none completes after the caller has removed the files. */
async function putAll(storage: FileStorage, id: string, { files }: MadePicture): Promise<void> {
  const results = await Promise.allSettled(files.map((file) => storage.put(nameOf(id, file), file.bytes)))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}
