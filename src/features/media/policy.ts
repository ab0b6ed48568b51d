import type { FieldProblems } from '#platform/refusal.ts'
import { lengthOf } from '#platform/text.ts'
import type { DrawingCode, MediaCode, Picture } from './contract.ts'
import type { PicturePurpose } from './terms.ts'

export const coverLimitBytes = 4_194_304
export const coverTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

/**
 * Why this file may not be sent for this purpose, as far as its type and size tell; the server also looks at its content.
 * As a cover it must have less than 4 MB, else it may have them in full.
 */
export function whyNotPicture(file: { type: string; size: number }, purpose: PicturePurpose): MediaCode | null {
  if (!coverTypes.some((type) => type === file.type)) return 'IMAGE_TYPE'
  const isTooLarge = purpose === 'campaign_cover' ? file.size >= coverLimitBytes : file.size > coverLimitBytes
  return isTooLarge ? 'IMAGE_TOO_LARGE' : null
}

/** How many pictures one update or comment shows at most. */
export const mostPictures = { campaign_update: 4, comment: 1, community_post: 1 } as const
export type PictureHolder = keyof typeof mostPictures

/** What one person may upload in 24 hours; bytes as stored. */
export const dailyUploads = { files: 200, bytes: 100 * 1024 * 1024 } as const

export const pictureWidths = [480, 800, 1200, 1920] as const
const widest = 1920

/** The widths in which a picture of this width is kept, ascending: never enlarged, at most 1920. */
export function widthsOf(width: number): number[] {
  return [...pictureWidths.filter((made) => made < width && made < widest), Math.min(width, widest)]
}

/** A person's picture is a square, kept in all of these whatever it came as, so that its addresses are known from its id. */
export const avatarWidths = [64, 128, 256, 512] as const
export const avatarSide = 512

/** A target's logo, kept in one size: a square that holds the whole of it. */
export const logoSide = 256

/** The pictures were uploaded, but the database failed to attach them. */
export const attachmentCodes = ['PICTURES_TOO_MANY', 'PICTURE_UNKNOWN'] as const

/** The pictures arrived, and the store failed at putting them on what was written. */
export const attachmentFailure = { ATTACHMENT_FAILED: { status: 500, message: 'Failed to create attachment record' } } as const

/** How the browser scales a picture before it sends it. */
export const shownAt = { width: 1920, quality: 0.85 } as const
/** From what browsers like best to what everything can show. */
export const pictureFormats = ['avif', 'webp', 'jpeg'] as const
export type PictureFormat = (typeof pictureFormats)[number]

/** JPEG is for those who preview a link and for old programs: one width is enough for them. */
export const jpegWidthOf = (width: number) => Math.min(width, 1200)

/** The picture as those show it who preview a link. */
export function previewOf({ url, width, height }: Picture): { url: string; width: number; height: number } {
  const wide = url.endsWith('.jpg') ? jpegWidthOf(width) : width
  return { url, width: wide, height: Math.round((height * wide) / width) }
}

/** How often one person may have a picture drawn in 24 hours. */
export const dailyGenerations = 10

/** The most of what a picture is drawn of: a campaign's title and its target's name. */
export const drawnOf = { title: 120, target: 80 } as const

/** What keeps a picture from being drawn of these words. */
export function drawingProblems(words: { title: string; target: string }): FieldProblems<DrawingCode> {
  const found: FieldProblems<DrawingCode> = {}
  for (const field of ['title', 'target'] as const) {
    const length = lengthOf(words[field])
    if (length === 0) found[field] = 'WORDS_MISSING'
    if (length > drawnOf[field]) found[field] = 'WORDS_TOO_LONG'
  }
  return found
}
