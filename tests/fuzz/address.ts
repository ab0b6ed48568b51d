/** Longer than any request head may be, so a longer text would be refused in the same way. */
const mostCharacters = 6_000

/** Percent-encodes text for an address. A lone surrogate becomes the three bytes that UTF-8 would have for it. */
export function addressEncoded(given: string): string {
  const text = given.slice(0, mostCharacters)
  return text.isWellFormed() ? encodeURIComponent(text) : [...text].map(encoded).join('')
}

const encoded = (unit: string) => (unit.isWellFormed() ? encodeURIComponent(unit) : surrogate(unit.charCodeAt(0)))
const surrogate = (code: number) => [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)].map((byte) => `%${byte.toString(16)}`).join('')
