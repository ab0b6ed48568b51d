import { oc } from '@orpc/contract'
import { z } from 'zod'
import { fieldRefusals, keyReused, signInFirst } from '#platform/refusal.ts'

/** A stored picture: where it is, how large, and a tiny preview to show until it is there. */
export const Picture = z.object({
  id: z.uuid(),
  url: z.string(),
  srcSet: z.string(),
  width: z.int(),
  height: z.int(),
  placeholder: z.string(),
})
export type Picture = z.infer<typeof Picture>

export const mediaCodes = ['IMAGE_TYPE', 'IMAGE_TOO_LARGE', 'IMAGE_UNREADABLE'] as const
export type MediaCode = (typeof mediaCodes)[number]

export const mediaContract = {
  upload: oc
    .route({ method: 'POST', path: '/media', summary: 'Upload a picture', tags: ['Media'] })
    .input(z.strictObject({ purpose: z.enum(['campaign_cover']), file: z.file() }))
    .output(Picture)
    .errors({
      ...fieldRefusals(['IMAGE_UNREADABLE']),
      IMAGE_TYPE: { status: 415, message: 'Please upload a PNG, JPG, JPEG, or WebP image' },
      IMAGE_TOO_LARGE: { status: 413, message: 'File size must be less than 4MB' },
      ...signInFirst,
      TOO_MANY_REQUESTS: { status: 429, message: 'You have uploaded as many pictures as one day allows. Try again tomorrow.' },
      ...keyReused,
      BUSY: { status: 503, message: 'Too many pictures at once. Try again in a moment.' },
    }),
}
