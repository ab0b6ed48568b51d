import { idPattern } from '#platform/id.ts'
import { widthsOf } from '../policy.ts'
import { jpegWidthOf } from '../preview.ts'
import { avatarWidths, logoSide, type PictureFormat, pictureFormats } from '../terms.ts'

const endings = { avif: 'avif', webp: 'webp', jpeg: 'jpg' } as const satisfies Record<PictureFormat, string>
const fileName = new RegExp(`^(${idPattern})-([1-9]\\d{0,3})\\.(avif|webp|jpg)$`)

/** One of the stored files of a picture. */
export type PictureFile = { width: number; format: PictureFormat }

const baseName = (id: string, { width, format }: PictureFile) => `${id}-${width}.${endings[format]}`

/** Path in the storage. The folder is the end of the id, because its beginning is a timestamp and hardly changes for months. */
export const nameOf = (id: string, file: PictureFile) => `${id.slice(-2)}/${baseName(id, file)}`

export const addressOf = (id: string, file: PictureFile) => `/media/${baseName(id, file)}`

/** Pictures that are stored as a square in fixed widths. */
export const isSquare = (purpose: string | undefined) => purpose === 'avatar' || purpose === 'community_logo'

type Kept = { width: number; formats: readonly string[]; purpose?: string }

/** All stored files of a picture: AVIF and WebP in every width, JPEG in one. */
export function filesOf({ width, formats, purpose }: Kept): PictureFile[] {
  const widths = isSquare(purpose) ? [...avatarWidths] : purpose === 'logo' ? [logoSide] : widthsOf(width)
  return pictureFormats
    .filter((format) => formats.includes(format))
    .flatMap((format) => (format === 'jpeg' ? [jpegWidthOf(width)] : widths).map((wide) => ({ width: wide, format })))
}

/** URL of a person's avatar or a community's logo, 128 pixels wide: twice the size at which it is mostly shown. */
export const avatarAddress = (id: string) => addressOf(id, { width: 128, format: 'webp' })

export const logoAddress = (id: string) => addressOf(id, { width: logoSide, format: 'webp' })

/** Parses a file name, with or without its folder. Returns null for a name that is not a picture's. */
export function pictureNamed(name: string): (PictureFile & { id: string }) | null {
  const [, id, width, ending] = fileName.exec(name.slice(name.lastIndexOf('/') + 1)) ?? []
  const format = pictureFormats.find((known) => endings[known] === ending)
  return id && width && format ? { id, width: Number(width), format } : null
}
