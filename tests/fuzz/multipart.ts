import { aGif, anAnimation, aPdf, aPicture, aSvg } from '#tests/support/pictures.ts'

export type Part = { name: string; bytes: Buffer; filename?: string; type?: string }
type File = Omit<Part, 'name'>

let files: File[] = []

/** Creates the files from which uploads choose. */
export async function prepareFiles(): Promise<void> {
  const png = await aPicture(60, 40)
  const wide = await aPicture(500, 20)
  const whole = (bytes: Buffer, type: string, filename = 'picture') => ({ bytes, type, filename })
  files = [
    whole(png, 'image/png'),
    whole(wide, 'image/png'),
    whole(png, 'image/jpeg'),
    whole(png, 'image/svg+xml'),
    whole(png, ''),
    whole(png, 'image/png', '../../../etc/passwd'),
    whole(png, 'image/png', '"; name="purpose'),
    whole(png, 'image/png', '\u202egnp.exe'),
    whole(png.subarray(0, 60), 'image/png'),
    whole(Buffer.concat([png.subarray(0, 40), Buffer.alloc(200, 0xff)]), 'image/png'),
    whole(Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]), 'image/png'),
    whole(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'image/png'),
    whole(Buffer.from('\xff\xd8\xff', 'latin1'), 'image/jpeg'),
    whole(Buffer.from('RIFF\x00\x00\x00\x00WEBPVP8 ', 'latin1'), 'image/webp'),
    whole(await aGif(), 'image/png'),
    whole(await anAnimation(), 'image/webp'),
    whole(aSvg(), 'image/png'),
    whole(aPdf(), 'image/png'),
    whole(Buffer.alloc(0), 'image/png'),
    whole(Buffer.alloc(70_000, 'a'), 'image/png'),
    whole(Buffer.alloc(300_000, 0), 'text/plain'),
    { bytes: png },
    { bytes: png, type: 'image/png' },
    whole(Buffer.from('{"a":1}'), 'application/json'),
    whole(Buffer.alloc(4_194_304, 0x89), 'image/png'),
  ]
}

export const fileOf = (kind: number): File => files[kind % files.length] ?? { bytes: Buffer.alloc(0) }

/** A multipart body. Names and file names are not escaped. */
export function multipart(parts: Part[]): { type: string; body: Buffer } {
  const boundary = 'fuzz-0123456789'
  const written = parts.flatMap(({ name, bytes, filename, type }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n${type ? `content-type: ${type}\r\n` : ''}\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ])
  return { type: `multipart/form-data; boundary=${boundary}`, body: Buffer.concat([...written, Buffer.from(`--${boundary}--\r\n`)]) }
}
