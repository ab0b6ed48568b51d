import type { MediaCode } from '../contract.ts'
import { whyNotPicture } from '../policy.ts'
import { openedBytes, type PicturePurpose, uploadedAs } from '../terms.ts'

/** The chosen file cannot be uploaded. */
export class PictureRefused extends Error {
  readonly code: MediaCode
  constructor(code: MediaCode) {
    super(code)
    this.code = code
  }
}

/** Checks a file before it is decoded. */
export function whyNotOpened(file: { type: string; size: number }): MediaCode | null {
  return whyNotPicture({ type: file.type, size: 0 }, 'attachment') ?? (file.size > openedBytes ? 'IMAGE_TOO_LARGE' : null)
}

/** Returns the file as it is uploaded: scaled down and compressed, so that a phone's photo fits into the limit. Throws `PictureRefused`. */
export async function preparePicture(file: File, purpose: PicturePurpose): Promise<File> {
  const why = whyNotOpened(file)
  if (why) throw new PictureRefused(why)
  if (await isAnimated(file)) throw new PictureRefused('IMAGE_ANIMATED')
  const small = await shrunk(file)
  const whyNot = whyNotPicture(small, purpose)
  if (whyNot) throw new PictureRefused(whyNot)
  return small
}

/** True for a WebP file with the flag of animations. A canvas would keep only its first picture. */
async function isAnimated(file: File): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, 21).arrayBuffer())
  return String.fromCharCode(...head.subarray(8, 16)) === 'WEBPVP8X' && ((head[20] ?? 0) & 2) !== 0
}

/** Scales a picture down to at most 1920 pixels in width and compresses it. Returns the original if that fails or makes it no smaller. */
async function shrunk(file: File): Promise<File> {
  try {
    const bitmap = await createImageBitmap(file)
    const scale = Math.min(1, uploadedAs.width / bitmap.width)
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(bitmap.width * scale))
    canvas.height = Math.max(1, Math.round(bitmap.height * scale))
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    // JPEG stays JPEG. The other formats may have transparency, which JPEG lacks.
    const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp'
    const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, uploadedAs.quality))
    if (!made || made.type !== type || (scale === 1 && made.size >= file.size)) return file
    return new File([made], file.name, { type })
  } catch {
    return file
  }
}
