import { isUtf8 } from 'node:buffer'

const spoiltLines = 3

/**
 * What a file plainly is that is not UTF-8, from its beginning; null for UTF-8 and for what only has spoilt lines, which
 * are reported one by one. `iconv` is the name that the converter knows it by.
 */
export function otherEncoding(sample: Buffer): { name: string; iconv: string } | null {
  const [first, second] = sample
  if (first === 0xff && second === 0xfe) return { name: 'UTF-16', iconv: 'UTF-16' }
  if (first === 0xfe && second === 0xff) return { name: 'UTF-16', iconv: 'UTF-16' }
  // Text of plain letters in UTF-16 without a mark has a zero byte in every other place.
  const zeros = [0, 0]
  for (let at = 0; at < sample.length; at++) if (sample[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > sample.length / 4 && even * 10 < odd) return { name: 'UTF-16', iconv: 'UTF-16LE' }
  if (even > sample.length / 4 && odd * 10 < even) return { name: 'UTF-16', iconv: 'UTF-16BE' }
  if (sample.subarray(0, 4).toString('latin1') === 'PK\x03\x04') return { name: 'a spreadsheet or another ZIP archive', iconv: '' }
  return looksLikeOneByteText(sample) ? { name: 'Windows-1252 or another encoding of one byte a letter', iconv: 'WINDOWS-1252' } : null
}

/** Several lines with letters beyond ASCII, and not one of them is UTF-8. */
function looksLikeOneByteText(sample: Buffer): boolean {
  let [spoilt, right] = [0, 0]
  for (let at = 0; at < sample.length; ) {
    const end = sample.indexOf(0x0a, at)
    // The last line may be cut in the middle of a letter.
    if (end === -1) break
    const line = sample.subarray(at, end)
    if (line.some((byte) => byte >= 0x80)) isUtf8(line) ? right++ : spoilt++
    at = end + 1
  }
  return spoilt >= spoiltLines && right === 0
}
