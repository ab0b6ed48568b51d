import sharp, { type OutputInfo, type ResizeOptions, type Sharp } from 'sharp'
import { rgbaToThumbHash, thumbHashToRGBA } from 'thumbhash'
import { avatarSide, logoSide, type PictureFormat, pictureFormats, pictureWidths } from '../policy.ts'
import type { KeptPurpose } from '../terms.ts'
import { filesOf, isSquare, type PictureFile } from './files.ts'
import { PictureUnreadable } from './picture-format.ts'

// Import this module only when a picture is made, because libvips takes memory that many sites never need. In the whole
// process only these three decoders may run, and only on buffers: the other ones are an attack surface.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })
sharp.cache(false)

const longestSide = 8_192
const reading = { failOn: 'warning', limitInputPixels: 40_000_000, sequentialRead: true } as const
const patience = { seconds: 8 }

export type MadePicture = {
  width: number
  height: number
  placeholder: string
  formats: PictureFormat[]
  /** Total of all files. */
  bytes: number
  files: (PictureFile & { bytes: Uint8Array })[]
}

/**
 * Encodes a picture in every width and format, rotated as its EXIF data says. Only pixels are copied, so no metadata or
 * other content survives. Throws `PictureUnreadable`.
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
  return encoders[format](sized).timeout(patience).toBuffer()
}

// One more step of effort makes AVIF a few percent smaller and takes three times as long.
const encoders: { [format in PictureFormat]: (picture: Sharp) => Sharp } = {
  avif: (picture) => picture.avif({ quality: 50, effort: 1 }),
  webp: (picture) => picture.webp({ quality: 80, effort: 2 }),
  // JPEG has no transparency, so transparent areas become white.
  jpeg: (picture) => picture.flatten({ background: '#ffffff' }).jpeg({ quality: 80, progressive: true }),
}

const sizes: Record<'avatar' | 'logo' | 'other', ResizeOptions> = {
  // Cropped to the middle square and enlarged if necessary, so that every avatar and community logo has the same files.
  avatar: { width: avatarSide, height: avatarSide, fit: 'cover' },
  // The whole logo, centered in a square with transparent margins.
  logo: { width: logoSide, height: logoSide, fit: 'contain', background: '#00000000' },
  other: { width: pictureWidths[pictureWidths.length - 1], withoutEnlargement: true },
}
// Avatars and logos are shown by a plain `<img>` and are too small for AVIF to be worth its encoding time.
const formatsOf = { avatar: ['webp', 'jpeg'], logo: ['webp'], other: pictureFormats } as const

type Pixels = { data: Buffer; info: OutputInfo }

async function pixelsOf(bytes: Uint8Array, size: ResizeOptions): Promise<Pixels> {
  try {
    const { width, height, pages = 1 } = await sharp(bytes, reading).metadata()
    if (width > longestSide || height > longestSide || pages > 1) throw new PictureUnreadable('Too large, or more than one picture')
    return await sharp(bytes, reading).autoOrient().resize(size).toColourspace('srgb').raw().timeout(patience).toBuffer({ resolveWithObject: true })
  } catch (error) {
    throw error instanceof PictureUnreadable ? error : new PictureUnreadable(error instanceof Error ? error.message : String(error))
  }
}

const fromPixels = ({ data, info }: Pixels) => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })

/** A blurred preview of some hundred bytes, as a `data:` URL. */
async function placeholderOf(pixels: Pixels): Promise<string> {
  const { data, info } = await fromPixels(pixels)
    .resize({ width: 100, height: 100, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const blur = thumbHashToRGBA(rgbaToThumbHash(info.width, info.height, data))
  const small = await sharp(blur.rgba, { raw: { width: blur.w, height: blur.h, channels: 4 } })
    .webp({ quality: 40, alphaQuality: 40, effort: 6 })
    .toBuffer()
  return `data:image/webp;base64,${small.toString('base64')}`
}
