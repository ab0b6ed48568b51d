import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '#platform/server/idempotency.ts'
import type { FileStorage } from '#platform/server/storage.ts'
import { pictureLimitBytes } from '../terms.ts'
import { logoAddress, nameOf } from './files.ts'
import type { MadePicture } from './make-picture.ts'
import { formatOf, PictureUnreadable } from './picture-format.ts'

/** A logo whose file is stored. Its row is written together with the target's. */
export type KeptLogo = { id: string; contentHash: string; made: MadePicture }

/** Content hash that shows whether a target already has this picture. */
export const logoHash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64')

/** Encodes and stores a logo, or returns what is wrong with the picture. */
export async function keepLogo(storage: FileStorage, bytes: Uint8Array): Promise<KeptLogo | 'too large' | 'no picture'> {
  if (bytes.length > pictureLimitBytes) return 'too large'
  if (formatOf(bytes) === null) return 'no picture'
  try {
    const { makePicture } = await import('./make-picture.ts')
    const [id, made] = [uuidv7(), await makePicture(bytes, 'logo')]
    for (const file of made.files) await storage.put(nameOf(id, file), file.bytes)
    return { id, contentHash: logoHash(bytes), made }
  } catch (error) {
    if (error instanceof PictureUnreadable) return 'no picture'
    throw error
  }
}

/**
 * Inserts the logo's row and returns the columns of `target` for it, for the transaction that writes the target. The
 * sweep removes the previous logo.
 */
export async function takeLogo(tx: Tx, { id, contentHash, made }: KeptLogo) {
  const { width, height, placeholder, formats, bytes } = made
  await tx.insertInto('media').values({ id, owner_id: null, purpose: 'logo', width, height, placeholder, formats, bytes, content_hash: contentHash }).execute()
  return { logo_media_id: id, logo_url: logoAddress(id) }
}

/** Removes the files of a logo whose row was not written. */
export async function dropLogo(storage: FileStorage, { id, made }: KeptLogo): Promise<void> {
  for (const file of made.files) await storage.remove(nameOf(id, file))
}
