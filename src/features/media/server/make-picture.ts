import sharp, { type OutputInfo, type ResizeOptions, type Sharp } from 'sharp'
import { rgbaToThumbHash, thumbHashToRGBA } from 'thumbhash'
import { avatarSide, logoSide, type PictureFormat, pictureFormats, pictureWidths } from '../policy.ts'
import type { KeptPurpose } from '../terms.ts'
import { filesOf, isSquare, type PictureFile } from './files.ts'
import { PictureUnreadable } from './picture-format.ts'

// This module is imported when the first picture is made: libvips takes memory that many sites never need.
// Of libvips' many readers only these three may run, in the whole process, and only over bytes that we hold.
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
  /** Of all files together. */
  bytes: number
  files: (PictureFile & { bytes: Uint8Array })[]
}

/**
 * The picture as it is kept: turned as its EXIF says, without any metadata, in every width and format. Only pixels are
 * carried over, so nothing else that was in the file survives. Throws `PictureUnreadable`.
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

// A little more effort would make AVIF a few percent smaller and take three times the time.
const encoders: { [format in PictureFormat]: (picture: Sharp) => Sharp } = {
  avif: (picture) => picture.avif({ quality: 50, effort: 1 }),
  webp: (picture) => picture.webp({ quality: 80, effort: 2 }),
  // It knows no transparency: what is not there becomes paper.
  jpeg: (picture) => picture.flatten({ background: '#ffffff' }).jpeg({ quality: 80, progressive: true }),
}

const sizes: Record<'avatar' | 'logo' | 'other', ResizeOptions> = {
  // The middle of what is no square, and larger where it is smaller: every avatar, and every community's logo, has the same files.
  avatar: { width: avatarSide, height: avatarSide, fit: 'cover' },
  // All of it, in the middle of a square of which the rest is not there.
  logo: { width: logoSide, height: logoSide, fit: 'contain', background: '#00000000' },
  other: { width: pictureWidths[pictureWidths.length - 1], withoutEnlargement: true },
}
// Shown by plain <img>, too small for AVIF to be worth its time.
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

/** A blur of some hundred bytes, as a data: address. */
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
