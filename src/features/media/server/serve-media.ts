import type { FileStorage } from '#platform/server/storage.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Viewer } from '#platform/viewer.ts'
import { widthsOf } from '../policy.ts'
import { nameOf, pictureNamed } from './files.ts'
import { storedPicture } from './queries.ts'

type Given = { db: Db; storage: FileStorage; viewerOf: () => Promise<Viewer | null> }

/**
 * One size of a picture, or null where there is none for this viewer: whoever may not see a picture is told what is
 * told of one that never was. The answer can be nothing but a picture, whatever the file holds.
 */
export async function serveMedia({ db, storage, viewerOf }: Given, file: string): Promise<Response | null> {
  const asked = pictureNamed(file)
  if (!asked || file.includes('/')) return null
  const picture = await storedPicture(db, asked.id)
  if (!picture || !widthsOf(picture.width).includes(asked.width)) return null
  if (!picture.is_public && (picture.owner_id === null || (await viewerOf())?.id !== picture.owner_id)) return null
  const bytes = await storage.get(nameOf(asked.id, asked.width))
  if (!bytes) return null
  return new Response(bytes, {
    headers: {
      'content-type': 'image/webp',
      'content-length': String(bytes.length),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': picture.is_public ? 'public, max-age=31536000, immutable' : 'private, no-store',
    },
  })
}
