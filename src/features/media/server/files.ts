import { idPattern } from '#platform/id.ts'
import { avatarWidths, jpegWidthOf, logoSide, type PictureFormat, pictureFormats, widthsOf } from '../policy.ts'

const endings = { avif: 'avif', webp: 'webp', jpeg: 'jpg' } as const satisfies Record<PictureFormat, string>
const fileName = new RegExp(`^(${idPattern})-([1-9]\\d{0,3})\\.(avif|webp|jpg)$`)

/** One of the files that a picture is kept in. */
export type PictureFile = { width: number; format: PictureFormat }

const baseName = (id: string, { width, format }: PictureFile) => `${id}-${width}.${endings[format]}`

/** Where a file of a picture is kept. The folder comes from the id's end: its beginning is a time, the same for months. */
export const nameOf = (id: string, file: PictureFile) => `${id.slice(-2)}/${baseName(id, file)}`

export const addressOf = (id: string, file: PictureFile) => `/media/${baseName(id, file)}`

/** What shows somebody or a community: a square in fixed widths. */
export const isSquare = (purpose: string | undefined) => purpose === 'avatar' || purpose === 'community_logo'

type Kept = { width: number; formats: readonly string[]; purpose?: string }

/** All files of a picture so wide, in these formats: AVIF and WebP in every width, JPEG in one. */
export function filesOf({ width, formats, purpose }: Kept): PictureFile[] {
  const widths = isSquare(purpose) ? [...avatarWidths] : purpose === 'logo' ? [logoSide] : widthsOf(width)
  return pictureFormats
    .filter((format) => formats.includes(format))
    .flatMap((format) => (format === 'jpeg' ? [jpegWidthOf(width)] : widths).map((wide) => ({ width: wide, format })))
}

/** Where a person's picture, or a community's logo, is shown from: 128 wide, twice what most places show. */
export const avatarAddress = (id: string) => addressOf(id, { width: 128, format: 'webp' })

/** Where a target's logo is shown from. */
export const logoAddress = (id: string) => addressOf(id, { width: logoSide, format: 'webp' })

/** Which file of which picture a name, with or without its folder, speaks of; null when it is none of ours. */
export function pictureNamed(name: string): (PictureFile & { id: string }) | null {
  const [, id, width, ending] = fileName.exec(name.slice(name.lastIndexOf('/') + 1)) ?? []
  const format = pictureFormats.find((known) => endings[known] === ending)
  return id && width && format ? { id, width: Number(width), format } : null
}
