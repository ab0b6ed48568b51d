import { type FileStorage, StorageAway } from '#platform/server/storage.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { PictureFormat } from '../policy.ts'
import { filesOf, nameOf, pictureNamed } from './files.ts'
import { formatOf } from './make-picture.ts'
import { storedPicture } from './queries.ts'

type Given = { db: Db; storage: FileStorage; viewerOf: () => Promise<Viewer | null> }

/**
 * One file of a picture, or null where there is none for this viewer: whoever may not see a picture is told what is
 * told of one that never was. The answer can be nothing but a picture, whatever the file holds.
 */
export async function serveMedia({ db, storage, viewerOf }: Given, file: string): Promise<Response | null> {
  const asked = pictureNamed(file)
  if (!asked || file.includes('/')) return null
  const picture = await storedPicture(db, asked.id)
  if (!picture || !filesOf(picture).some(({ width, format }) => width === asked.width && format === asked.format)) return null
  if (!picture.is_public && (picture.owner_id === null || (await viewerOf())?.id !== picture.owner_id)) return null
  const bytes = await storage.get(nameOf(asked.id, asked))
  if (!bytes) return null
  // A store may answer with a page of its own: given out as a picture, it would be kept by browsers for a year.
  if (!beginsLike(asked.format, bytes)) throw new StorageAway('what the picture store gave is no picture')
  return new Response(bytes, {
    headers: {
      'content-type': `image/${asked.format}`,
      'content-length': String(bytes.length),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': picture.is_public ? 'public, max-age=31536000, immutable' : 'private, no-store',
    },
  })
}

const beginsLike = (format: PictureFormat, bytes: Uint8Array) =>
  format === 'avif' ? Buffer.from(bytes.subarray(4, 12)).toString('latin1') === 'ftypavif' : formatOf(bytes) === format
