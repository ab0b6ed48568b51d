import type { MediaCode } from './contract.ts'

export const coverLimitBytes = 4_194_304
export const coverTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

/** Why this file may not be a cover, as far as its type and size tell; the server also looks at its content. */
export function whyNotCover(file: { type: string; size: number }): MediaCode | null {
  if (!coverTypes.some((type) => type === file.type)) return 'IMAGE_TYPE'
  if (file.size >= coverLimitBytes) return 'IMAGE_TOO_LARGE'
  return null
}

/** What one person may upload in 24 hours; bytes as stored. */
export const dailyUploads = { files: 200, bytes: 100 * 1024 * 1024 } as const

export const pictureWidths = [480, 800, 1200, 1920] as const
const widest = 1920

/** The widths in which a picture of this width is kept, ascending: never enlarged, at most 1920. */
export function widthsOf(width: number): number[] {
  return [...pictureWidths.filter((made) => made < width && made < widest), Math.min(width, widest)]
}
