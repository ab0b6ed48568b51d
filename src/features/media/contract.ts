import { oc } from '@orpc/contract'
import { z } from 'zod'
import { fieldRefusals, keyReused, signInFirst, stateRefusal } from '#platform/refusal.ts'
import { picturePurposes } from './terms.ts'

/** A stored picture, with a tiny placeholder to show while it loads. */
export const Picture = z.object({
  id: z.uuid(),
  /** In the most compatible format, at most 1200 pixels wide. */
  url: z.string(),
  /** All widths, for `<img srcset>`. */
  srcSet: z.string(),
  /** The same widths in formats that compress better, for `<source>` elements. */
  sources: z.array(z.object({ type: z.string(), srcSet: z.string() })),
  width: z.int(),
  height: z.int(),
  placeholder: z.string(),
  /** True for a picture that an AI model generated. */
  isGenerated: z.boolean(),
})
export type Picture = z.infer<typeof Picture>

export const mediaCodes = ['IMAGE_TYPE', 'IMAGE_TOO_LARGE', 'IMAGE_UNREADABLE', 'IMAGE_ANIMATED'] as const
export type MediaCode = (typeof mediaCodes)[number]

const drawingCodes = ['WORDS_MISSING', 'WORDS_TOO_LONG'] as const
export type DrawingCode = (typeof drawingCodes)[number]

const cannotDraw = 'Failed to generate image. Please make sure you have an OpenAI API key configured or upload an image instead.'

export const mediaContract = {
  upload: oc
    .route({ method: 'POST', path: '/media', summary: 'Upload a picture', tags: ['Media'] })
    .input(z.strictObject({ purpose: z.enum(picturePurposes), file: z.file() }))
    .output(Picture)
    .errors({
      ...fieldRefusals(['IMAGE_UNREADABLE', 'IMAGE_ANIMATED']),
      IMAGE_TYPE: { status: 415, message: 'Please upload a PNG, JPG, JPEG, or WebP image' },
      IMAGE_TOO_LARGE: { status: 413, message: 'File size must be less than 4MB' },
      ...signInFirst,
      TOO_MANY_REQUESTS: { status: 429, message: 'You have uploaded as many pictures as one day allows. Try again tomorrow.' },
      ...keyReused,
      BUSY: { status: 503, message: 'Too many pictures at once. Try again in a moment.' },
    }),

  generate: oc
    .route({ method: 'POST', path: '/media/generated', summary: 'Generate a cover image from a title and a target', tags: ['Media'] })
    .input(z.strictObject({ title: z.string().max(20_000), target: z.string().max(20_000) }))
    .output(Picture)
    .errors({
      ...fieldRefusals(drawingCodes),
      ...signInFirst,
      ...keyReused,
      GENERATION_OFF: { ...stateRefusal, message: cannotDraw },
      GENERATION_FAILED: { status: 503, message: cannotDraw },
      GENERATION_REFUSED: {
        status: 422,
        message: 'The image service declined to draw this title. Change the title or upload an image instead.',
      },
      TOO_MANY_REQUESTS: { status: 429, message: 'You have had as many images generated as one day allows. Try again tomorrow or upload an image instead.' },
    }),
}
