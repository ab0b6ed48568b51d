import type { MediaCode } from './contract.ts'

export const coverLimitBytes = 4_194_304
export const coverTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

/** Why this file may not be a cover, as far as its type and size tell; the server also looks at its content. */
export function whyNotCover(file: { type: string; size: number }): MediaCode | null {
  if (!coverTypes.some((type) => type === file.type)) return 'IMAGE_TYPE'
  if (file.size >= coverLimitBytes) return 'IMAGE_TOO_LARGE'
  return null
}
