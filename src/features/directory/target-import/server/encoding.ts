import { isUtf8 } from 'node:buffer'

const spoiltLines = 3

/**
 * Detects from its beginning a file that is clearly not UTF-8; null for UTF-8, even with a few invalid lines, which are
 * reported individually. `iconv` is the encoding's name for the `iconv` command.
 */
export function otherEncoding(sample: Buffer): { name: string; iconv: string } | null {
  const [first, second] = sample
  if (first === 0xff && second === 0xfe) return { name: 'UTF-16', iconv: 'UTF-16' }
  if (first === 0xfe && second === 0xff) return { name: 'UTF-16', iconv: 'UTF-16' }
  // UTF-16 without a byte order mark: in mostly Latin text every second byte is zero.
  const zeros = [0, 0]
  for (let at = 0; at < sample.length; at++) if (sample[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > sample.length / 4 && even * 10 < odd) return { name: 'UTF-16', iconv: 'UTF-16LE' }
  if (even > sample.length / 4 && odd * 10 < even) return { name: 'UTF-16', iconv: 'UTF-16BE' }
  if (sample.subarray(0, 4).toString('latin1') === 'PK\x03\x04') return { name: 'a spreadsheet or another ZIP archive', iconv: '' }
  return looksLikeOneByteText(sample) ? { name: 'Windows-1252 or another single-byte encoding', iconv: 'WINDOWS-1252' } : null
}

/** True if several lines have bytes beyond ASCII and none of these is valid UTF-8. */
function looksLikeOneByteText(sample: Buffer): boolean {
  let [spoilt, right] = [0, 0]
  for (let at = 0; at < sample.length; ) {
    const end = sample.indexOf(0x0a, at)
    // The sample may end in the middle of a character.
    if (end === -1) break
    const line = sample.subarray(at, end)
    if (line.some((byte) => byte >= 0x80)) isUtf8(line) ? right++ : spoilt++
    at = end + 1
  }
  return spoilt >= spoiltLines && right === 0
}
