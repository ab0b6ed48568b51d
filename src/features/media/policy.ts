import type { FieldProblems } from '#platform/refusal.ts'
import { lengthOf } from '#platform/text.ts'
import type { DrawingCode, MediaCode, Picture } from './contract.ts'
import type { PicturePurpose } from './terms.ts'

export const coverLimitBytes = 4_194_304
export const coverTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

/**
 * Checks a file's type and size before the upload; the server also checks its content. A campaign cover must be smaller
 * than 4 MB, any other picture may be exactly 4 MB.
 */
export function whyNotPicture(file: { type: string; size: number }, purpose: PicturePurpose): MediaCode | null {
  if (!coverTypes.some((type) => type === file.type)) return 'IMAGE_TYPE'
  const isTooLarge = purpose === 'campaign_cover' ? file.size >= coverLimitBytes : file.size > coverLimitBytes
  return isTooLarge ? 'IMAGE_TOO_LARGE' : null
}

/** Maximum number of pictures per update, comment or post. */
export const mostPictures = { campaign_update: 4, comment: 1, community_post: 1 } as const
export type PictureHolder = keyof typeof mostPictures

/** Maximum that a person may upload in 24 hours. Bytes are counted as stored. */
export const dailyUploads = { files: 200, bytes: 100 * 1024 * 1024 } as const

export const pictureWidths = [480, 800, 1200, 1920] as const
const widest = 1920

/** The widths that are stored for a picture of this width, ascending. A picture is never enlarged, and is at most 1920 wide. */
export function widthsOf(width: number): number[] {
  return [...pictureWidths.filter((made) => made < width && made < widest), Math.min(width, widest)]
}

/** An avatar is a square that is stored in all of these widths, even if it must be enlarged, so that its URLs follow from its id. */
export const avatarWidths = [64, 128, 256, 512] as const
export const avatarSide = 512

/** A logo is stored in one size: a square that contains the whole logo. */
export const logoSide = 256

/** Refusals of the pictures that a new update, comment or post refers to. */
export const attachmentCodes = ['PICTURES_TOO_MANY', 'PICTURE_UNKNOWN'] as const

/** The pictures were uploaded, but the database failed to attach them. */
export const attachmentFailure = { ATTACHMENT_FAILED: { status: 500, message: 'Failed to create attachment record' } } as const

/** Size and quality to which the browser reduces a picture before the upload. */
export const shownAt = { width: 1920, quality: 0.85 } as const
/** Best compression first, best compatibility last. */
export const pictureFormats = ['avif', 'webp', 'jpeg'] as const
export type PictureFormat = (typeof pictureFormats)[number]

/** JPEG is for link previews and old browsers, so one width is enough. */
export const jpegWidthOf = (width: number) => Math.min(width, 1200)

/** The file that is offered for link previews, with its real size. */
export function previewOf({ url, width, height }: Picture): { url: string; width: number; height: number } {
  const wide = url.endsWith('.jpg') ? jpegWidthOf(width) : width
  return { url, width: wide, height: Math.round((height * wide) / width) }
}

/** Maximum number of pictures that a person may have generated in 24 hours. */
export const dailyGenerations = 10

/** Maximum lengths of the title and the target's name in a prompt. */
export const drawnOf = { title: 120, target: 80 } as const

export function drawingProblems(words: { title: string; target: string }): FieldProblems<DrawingCode> {
  const found: FieldProblems<DrawingCode> = {}
  for (const field of ['title', 'target'] as const) {
    const length = lengthOf(words[field])
    if (length === 0) found[field] = 'WORDS_MISSING'
    if (length > drawnOf[field]) found[field] = 'WORDS_TOO_LONG'
  }
  return found
}
