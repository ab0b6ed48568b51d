import type { Picture } from './contract.ts'

/** JPEG is for link previews and old browsers, so one width is enough. */
export const jpegWidthOf = (width: number) => Math.min(width, 1200)

/** The file that is offered for link previews, with its real size. */
export function previewOf({ url, width, height }: Picture): { url: string; width: number; height: number } {
  const wide = url.endsWith('.jpg') ? jpegWidthOf(width) : width
  return { url, width: wide, height: Math.round((height * wide) / width) }
}
