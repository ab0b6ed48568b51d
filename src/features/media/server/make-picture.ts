import sharp, { type OutputInfo, type ResizeOptions, type Sharp } from 'sharp'
import { avatarSide, type KeptPurpose, logoSide, type PictureFormat, pictureFormats, pictureSides, pictureWidths, storedHeight } from '../terms.ts'
import { filesOf, isSquare, type PictureFile } from './files.ts'
import { PictureAnimated, PictureUnreadable } from './picture-format.ts'

// Import this module only when a picture has to be encoded, because libvips takes memory that many sites never need. This blocks all decoders of the
// process except JPEG, PNG and WebP on buffers, because every other decoder adds attack surface.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })
sharp.cache(false)

const inputOptions = { failOn: 'warning', limitInputPixels: pictureSides.pixels, sequentialRead: true } as const
/** Time limit of one pass of libvips: decoding to pixels, or encoding one file. */
const encodingTimeout = { seconds: 8 }

export type MadePicture = {
  width: number
  height: number
  placeholder: string
  formats: PictureFormat[]
  /** Total size of all files. */
  bytes: number
  files: (PictureFile & { bytes: Uint8Array })[]
}

/**
 * Encodes a picture in every width and format, rotated by its EXIF orientation. Only pixels are copied, so metadata and any other content of the
 * file are dropped. Throws `PictureUnreadable` if the file is damaged or too large, and `PictureAnimated`.
 */
export async function makePicture(bytes: Uint8Array, purpose: KeptPurpose = 'campaign_cover'): Promise<MadePicture> {
  const kind = isSquare(purpose) ? 'avatar' : purpose === 'logo' ? 'logo' : 'other'
  const pixels = await pixelsOf(bytes, sizes[kind])
  const { width, height } = pixels.info
  const formats = [...formatsOf[kind]]
  const files: MadePicture['files'] = []
  for (const file of filesOf({ width, formats, purpose })) files.push({ ...file, bytes: await encoded(pixels, file) })
  return { width, height, placeholder: await placeholderOf(pixels), formats, bytes: files.reduce((sum, file) => sum + file.bytes.length, 0), files }
}

function encoded(pixels: Pixels, { width, format }: PictureFile): Promise<Buffer> {
  const sized = fromPixels(pixels).resize({ width, withoutEnlargement: true })
  return encoders[format](sized).timeout(encodingTimeout).toBuffer()
}

// AVIF with effort 2 would be a few percent smaller and take three times as long.
const encoders: { [format in PictureFormat]: (picture: Sharp) => Sharp } = {
  avif: (picture) => picture.avif({ quality: 50, effort: 1 }),
  webp: (picture) => picture.webp({ quality: 80, effort: 2 }),
  // JPEG has no transparency, so transparent areas become white.
  jpeg: (picture) => picture.flatten({ background: '#ffffff' }).jpeg({ quality: 80, progressive: true }),
}

const sizes: Record<'avatar' | 'logo' | 'other', ResizeOptions> = {
  // Avatars and community logos are cropped to their central square and enlarged if necessary, so that each has files of the same sizes.
  avatar: { width: avatarSide, height: avatarSide, fit: 'cover' },
  // The logo of a target is shown whole, centred in a square with transparent margins.
  logo: { width: logoSide, height: logoSide, fit: 'contain', background: '#00000000' },
  other: { width: pictureWidths[pictureWidths.length - 1], height: storedHeight, fit: 'inside', withoutEnlargement: true },
}
// Avatars and logos are shown by a plain `<img>` and are too small for AVIF to be worth its encoding time.
const formatsOf = { avatar: ['webp', 'jpeg'], logo: ['webp'], other: pictureFormats } as const

type Pixels = { data: Buffer; info: OutputInfo }

async function pixelsOf(bytes: Uint8Array, size: ResizeOptions): Promise<Pixels> {
  try {
    const { width, height, pages = 1 } = await sharp(bytes, inputOptions).metadata()
    if (pages > 1) throw new PictureAnimated()
    if (Math.max(width, height) > pictureSides.longest) throw new PictureUnreadable(`A side is longer than ${pictureSides.longest} pixels`)
    return await sharp(bytes, inputOptions).autoOrient().resize(size).toColourspace('srgb').raw().timeout(encodingTimeout).toBuffer({ resolveWithObject: true })
  } catch (error) {
    throw error instanceof PictureUnreadable ? error : new PictureUnreadable(error instanceof Error ? error.message : String(error))
  }
}

const fromPixels = ({ data, info }: Pixels) => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })

/** Returns a blurred preview of a few hundred bytes as a `data:` URL. */
async function placeholderOf(pixels: Pixels): Promise<string> {
  const small = await fromPixels(pixels)
    .resize({ width: 32, height: 32, fit: 'inside', withoutEnlargement: true })
    .blur(2)
    .webp({ quality: 40, alphaQuality: 40, effort: 6 })
    .toBuffer()
  return `data:image/webp;base64,${small.toString('base64')}`
}
