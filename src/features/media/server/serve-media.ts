import { type FileStorage, StorageUnavailable } from '#platform/server/storage.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { isSiteModerator, type Viewer } from '#platform/viewer.ts'
import type { PictureFormat } from '../terms.ts'
import { addressOf, filesOf, nameOf, pictureNamed } from './files.ts'
import { formatOf } from './picture-format.ts'
import { isOpenToModerators, privateCommunities, storedPicture } from './queries.ts'
import type { UrlSigner } from './signed-url.ts'

type Options = { db: Db; storage: FileStorage; urlSigner: UrlSigner; viewerOf: () => Promise<Viewer | null> }
/** File name and query parameters of the URL. `known`: the `If-None-Match` header. */
type MediaRequest = { file: string; query: URLSearchParams; known?: string | undefined }

const nobodyKeeps = 'private, no-store'
/** Short, so that a picture that was hidden is soon gone from caches, too. A file never changes, so its name is its ETag. */
const aMinute = 'public, max-age=60, must-revalidate'

/**
 * Serves one file of a picture, and never anything but a picture. Returns null both if it does not exist and if the
 * viewer may not see it, so that these look the same. Members of a private community need a signed URL; other URLs are
 * redirected to one.
 */
export async function serveMedia({ db, storage, urlSigner, viewerOf }: Options, { file, query, known }: MediaRequest): Promise<Response | null> {
  const asked = pictureNamed(file)
  if (!asked || file.includes('/')) return null
  const picture = await storedPicture(db, asked.id)
  if (!picture || !filesOf(picture).some(({ width, format }) => width === asked.width && format === asked.format)) return null
  let kept = aMinute
  if (!picture.is_public) {
    const viewer = await viewerOf()
    if (!viewer) return null
    const places = await privateCommunities(db, { id: asked.id, personId: viewer.id })
    if (places.some(({ isMember }) => isMember)) {
      const seconds = urlSigner.opensFor(file, query)
      if (seconds === null) return sentOn(urlSigner.sign(addressOf(asked.id, asked)))
      kept = `private, max-age=${seconds}`
    } else {
      const isOwners = places.length === 0 && viewer.id === picture.owner_id
      if (!isOwners && !(isSiteModerator(viewer) && (await isOpenToModerators(db, { id: asked.id, viewerId: viewer.id })))) return null
      kept = nobodyKeeps
    }
  }
  const etag = `"${file}"`
  const caching = { 'cache-control': kept, ...(kept !== nobodyKeeps && { etag }) }
  if (kept !== nobodyKeeps && known?.includes(etag)) return new Response(null, { status: 304, headers: caching })
  const bytes = await storage.get(nameOf(asked.id, asked))
  if (!bytes) return null
  // A storage service may return an error page with status 200. Browsers would cache it as this picture.
  if (!beginsLike(asked.format, bytes)) throw new StorageUnavailable('the picture storage returned data that is not a picture')
  return new Response(bytes, {
    headers: {
      'content-type': `image/${asked.format}`,
      'content-length': String(bytes.length),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      ...caching,
    },
  })
}

const sentOn = (location: string) => new Response(null, { status: 302, headers: { location, 'cache-control': nobodyKeeps } })

const beginsLike = (format: PictureFormat, bytes: Uint8Array) =>
  format === 'avif' ? Buffer.from(bytes.subarray(4, 12)).toString('latin1') === 'ftypavif' : formatOf(bytes) === format
