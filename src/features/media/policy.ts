import type { FieldProblems } from '#platform/refusal.ts'
import { lengthOf } from '#platform/text.ts'
import type { DrawingCode, MediaCode } from './contract.ts'
import { type PicturePurpose, pictureLimitBytes, pictureTypes, pictureWidths, promptLimits } from './terms.ts'

/** Checks a file's type and size before the upload; the server also checks its content. */
export function whyNotPicture(file: { type: string; size: number }, purpose: PicturePurpose): MediaCode | null {
  if (!pictureTypes.some((type) => type === file.type)) return 'IMAGE_TYPE'
  const isTooLarge = purpose === 'campaign_cover' ? file.size >= pictureLimitBytes : file.size > pictureLimitBytes
  return isTooLarge ? 'IMAGE_TOO_LARGE' : null
}

/** The widths that are stored for a picture of this width, ascending. */
export function widthsOf(width: number): number[] {
  const widest = Math.min(width, ...pictureWidths.slice(-1))
  return [...pictureWidths.filter((made) => made < widest), widest]
}

/** The pictures were uploaded, but the database failed to attach them. */
export const attachmentFailure = { ATTACHMENT_FAILED: { status: 500, message: 'Failed to create attachment record' } } as const

export function drawingProblems(words: { title: string; target: string }): FieldProblems<DrawingCode> {
  const found: FieldProblems<DrawingCode> = {}
  for (const field of ['title', 'target'] as const) {
    const length = lengthOf(words[field])
    if (length === 0) found[field] = 'WORDS_MISSING'
    if (length > promptLimits[field]) found[field] = 'WORDS_TOO_LONG'
  }
  return found
}
