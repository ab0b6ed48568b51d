import { type FileStorage, StorageAway } from '#platform/server/storage.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { PictureFormat } from '../policy.ts'
import { addressOf, filesOf, nameOf, pictureNamed } from './files.ts'
import { formatOf } from './picture-format.ts'
import { privatePlaces, storedPicture } from './queries.ts'
import type { Seals } from './sealed-address.ts'

type Given = { db: Db; storage: FileStorage; seals: Seals; viewerOf: () => Promise<Viewer | null> }
/** Which file is asked for, and what its address says beside. */
type Asked = { file: string; query: URLSearchParams }

const nobodyKeeps = 'private, no-store'

/**
 * One file of a picture, or null where there is none for this viewer: whoever may not see a picture is told what is
 * told of one that never was. The answer can be nothing but a picture, whatever the file holds. A picture that stands in
 * a private community is for its members, at an address that expires: with another one they are sent on to a fresh one.
 */
export async function serveMedia({ db, storage, seals, viewerOf }: Given, { file, query }: Asked): Promise<Response | null> {
  const asked = pictureNamed(file)
  if (!asked || file.includes('/')) return null
  const picture = await storedPicture(db, asked.id)
  if (!picture || !filesOf(picture).some(({ width, format }) => width === asked.width && format === asked.format)) return null
  let kept = 'public, max-age=31536000, immutable'
  if (!picture.is_public) {
    const viewer = await viewerOf()
    if (!viewer) return null
    const places = await privatePlaces(db, { id: asked.id, personId: viewer.id })
    if (places.length > 0) {
      if (!places.some(({ isMember }) => isMember)) return null
      const seconds = seals.opensFor(file, query)
      if (seconds === null) return sentOn(seals.seal(addressOf(asked.id, asked)))
      kept = `private, max-age=${seconds}`
    } else {
      if (viewer.id !== picture.owner_id) return null
      kept = nobodyKeeps
    }
  }
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
      'cache-control': kept,
    },
  })
}

const sentOn = (location: string) => new Response(null, { status: 302, headers: { location, 'cache-control': nobodyKeeps } })

const beginsLike = (format: PictureFormat, bytes: Uint8Array) =>
  format === 'avif' ? Buffer.from(bytes.subarray(4, 12)).toString('latin1') === 'ftypavif' : formatOf(bytes) === format
