import { postForm } from '#platform/client/post-form.ts'
import type { Picture } from '../contract.ts'
import type { PicturePurpose } from '../terms.ts'
import { readPicture } from './read-picture.ts'

type Upload = {
  file: File
  purpose: PicturePurpose
  /** Idempotency key. All attempts for the same file use the same one, so that it is stored once. */
  key: string
  signal: AbortSignal
  /** Called with the share of the file that has been sent, from 0 to 1. */
  onProgress: (share: number) => void
}

/** Uploads a picture and reports the progress. Throws API errors as other calls do. */
export async function uploadPicture({ file, purpose, ...how }: Upload): Promise<Picture> {
  const form = new FormData()
  form.set('purpose', purpose)
  form.set('file', file)
  const picture = readPicture(await postForm({ address: '/api/v1/media', form, ...how }))
  if (picture === null) throw new Error('The response is not a picture')
  return picture
}
