import { createHash } from 'node:crypto'
import { implement } from '@orpc/server'
import { answeredBefore } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { normalized } from '#platform/text.ts'
import { mediaContract, type Picture } from '../contract.ts'
import { drawingProblems, whyNotPicture } from '../policy.ts'
import { DrawingFailed, DrawingRefused, DrawingUnasked, promptFor } from './draw-picture.ts'
import { keepPicture } from './keep-picture.ts'
import { type MediaStore, StoreFull } from './media-store.ts'
import { formatOf, PictureAnimated, PictureUnreadable } from './picture-format.ts'
import { giveRequestBack, isQuotaUsedUp, takeRequest } from './queries.ts'

const os = implement(mediaContract).$context<RequestContext & { media: MediaStore }>()

const upload = os.upload.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer, media } = context
  const { purpose, file } = input
  const isCover = purpose === 'campaign_cover'
  const refuseType = () => errors.IMAGE_TYPE(isCover ? {} : { message: 'Only JPEG, PNG, and WebP images are allowed' })
  const why = whyNotPicture(file, purpose)
  if (why === 'IMAGE_TOO_LARGE') throw errors.IMAGE_TOO_LARGE(isCover ? {} : { message: 'Image must be smaller than 4MB' })
  if (why) throw refuseType()
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes.length === 0) refuseFields({ file: 'IMAGE_UNREADABLE' })
  if (formatOf(bytes) === null) throw refuseType()

  const contentHash = hashOf(bytes)
  const request = { db, personId: viewer.id, key: context.request.idempotencyKey, operation: 'media.upload', input: { purpose, contentHash } }
  // With a key the request may be a repetition, which gets its first answer even if the quota is used up. `keepPicture`
  // checks the quota in both cases.
  if (request.key === null && (await isQuotaUsedUp(db, { personId: viewer.id, adding: 0 }))) throw errors.TOO_MANY_REQUESTS()

  const made = await media
    .inTurn(async () => (await import('./make-picture.ts')).makePicture(bytes, purpose))
    .catch((error: unknown) => {
      if (error instanceof StoreFull) throw errors.BUSY()
      if (error instanceof PictureUnreadable) refuseFields({ file: error instanceof PictureAnimated ? 'IMAGE_ANIMATED' : 'IMAGE_UNREADABLE' })
      throw error
    })
  const row = { purpose, contentHash, isGenerated: false }
  return keepPicture({ act: request, storage: media.storage, made, row, tooMany: errors.TOO_MANY_REQUESTS })
})

const generate = os.generate.use(signedIn).handler(async ({ context, input, errors, signal }) => {
  const { db, viewer, media } = context
  const words = { title: normalized(input.title), target: normalized(input.target) }
  refuseFields(drawingProblems(words))
  const { draw } = media
  if (draw === null) throw errors.GENERATION_OFF()
  const act = { db, personId: viewer.id, key: context.request.idempotencyKey, operation: 'media.generate', input: words }
  // Each generated picture costs money, so a repetition waits for the first request and gets its picture.
  return media.oneAtATime(viewer.id, async () => {
    const earlier = await answeredBefore<Picture>(act)
    if (earlier) return earlier
    const requestId = await takeRequest(db, viewer.id)
    if (requestId === null) throw errors.TOO_MANY_REQUESTS()
    const made = await draw({ prompt: promptFor(words), personHash: hashOf(viewer.id), signal })
      .then((bytes) => media.inTurn(async () => (await import('./make-picture.ts')).makePicture(bytes)))
      .catch(async (error: unknown) => {
        if (error instanceof DrawingUnasked) await giveRequestBack(db, requestId)
        if (error instanceof DrawingRefused) throw errors.GENERATION_REFUSED()
        if (error instanceof DrawingFailed || error instanceof StoreFull || error instanceof PictureUnreadable) throw errors.GENERATION_FAILED()
        throw error
      })
    const row = { purpose: 'campaign_cover', contentHash: hashOf(JSON.stringify(words)), isGenerated: true }
    return keepPicture({ act, storage: media.storage, made, row, tooMany: errors.TOO_MANY_REQUESTS })
  })
})

const hashOf = (text: string | Uint8Array) => createHash('sha256').update(text).digest('base64')

export const mediaProcedures = os.router({ upload, generate })
