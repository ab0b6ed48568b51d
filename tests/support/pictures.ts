import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A PNG of several colours. */
export function aPicture(width: number, height: number): Promise<Buffer> {
  const data = Buffer.alloc(width * height * 3)
  for (let at = 0; at < data.length; at++) data[at] = ((at % (width * 3)) / 7 + at / 4000) % 256
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

/** A photograph that EXIF rotates, with camera, place and a script in its metadata. */
export async function aPhoto(): Promise<Buffer> {
  const white = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#fff' } })
    .raw()
    .toBuffer()
  const photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#222' } })
    .composite([{ input: white, raw: { width: 60, height: 60, channels: 3 }, gravity: 'southwest' }])
    .jpeg()
    .withExif({
      IFD0: { Make: 'Spycam', ImageDescription: '<script>secret()</script>' },
      IFD3: { GPSLatitude: '52/1 30/1 0/1', GPSLongitude: '13/1 24/1 0/1' },
    })
    .withIccProfile('p3')
    .toBuffer()
  return sharp(photo).withMetadata({ orientation: 6 }).jpeg().toBuffer()
}

/** A photograph of 4000 x 3000 pixels, as a phone makes it: larger than an upload may be. */
export const aLargePhoto = (): Promise<Buffer> =>
  sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#777', noise: { type: 'gaussian', mean: 128, sigma: 40 } } })
    .jpeg({ quality: 80 })
    .toBuffer()

/** A PNG of one colour with so many pixels that decoding it would take gigabytes. */
export const aBomb = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#f00' }, limitInputPixels: false })
    .png()
    .toBuffer()

export const aGif = () =>
  sharp({ create: { width: 20, height: 20, channels: 3, background: '#0f0' } })
    .gif()
    .toBuffer()

/** An animated WebP with three frames. */
export function anAnimation(): Promise<Buffer> {
  const data = Buffer.from(Array.from({ length: 40 * 120 * 3 }, (_, at) => (at * 7) % 256))
  return sharp(data, { raw: { width: 40, height: 120, channels: 3, pageHeight: 40 } })
    .webp({ loop: 0, delay: [100, 100, 100] })
    .toBuffer()
}

export const aSvg = () => Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>')
export const aPdf = () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')

/** A valid PNG with one bit per pixel, all black: 30,000 x 30,000 pixels take a hundred kilobytes here, and gigabytes when they are decoded. */
export function aVastPicture(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  const pixels = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))))
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
