/** More than any head may hold: what is longer is refused as this is. */
const mostCharacters = 6_000

/** Text for an address, percent-encoded; a lone surrogate becomes the bytes that it would have. */
export function addressEncoded(given: string): string {
  const text = given.slice(0, mostCharacters)
  return text.isWellFormed() ? encodeURIComponent(text) : [...text].map(encoded).join('')
}

const encoded = (unit: string) => (unit.isWellFormed() ? encodeURIComponent(unit) : surrogate(unit.charCodeAt(0)))
const surrogate = (code: number) => [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)].map((byte) => `%${byte.toString(16)}`).join('')
