import { searchLength } from './terms.ts'
import { normalized } from './text.ts'

/** Normalizes a search text and cuts it to the maximum length in code points. */
export function searchText(given: string): { text: string; wasCut: boolean } {
  // Cuts first, so that a hostile text is not normalized in full. The result cannot depend on characters beyond this.
  const clean = normalized(
    given
      .slice(0, 4_000)
      .toWellFormed()
      .replace(/[\u0000-\u001f\u007f\ufffd]+/g, ' '),
  )
  const letters = [...clean]
  return { text: letters.slice(0, searchLength).join('').trim(), wasCut: letters.length > searchLength || given.length > 4_000 }
}

/** Minimum length, in letters, of a word in which a typo is forgiven. The first letter must always match. */
export const typoLetters = 4

/** True if `word` is `asked` with one forgivable typo: "cofee" finds "coffee", "coff" does not find "off". */
export function isForgivenTypo(asked: string, word: string): boolean {
  const [one, other] = [[...asked], [...word]]
  return Math.min(one.length, other.length) >= typoLetters && one[0] === other[0] && isOneTypoAway(one, other)
}

/** True if the words differ by one inserted, missing, replaced or transposed letter. */
function isOneTypoAway(a: string[], b: string[]): boolean {
  if (Math.abs(a.length - b.length) > 1 || a.join('') === b.join('')) return false
  let from = 0
  while (from < a.length && from < b.length && a[from] === b[from]) from++
  let end = 0
  while (end < a.length - from && end < b.length - from && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const left = a.length - from - end
  const right = b.length - from - end
  if (left <= 1 && right <= 1) return true
  return left === 2 && right === 2 && a[from] === b[from + 1] && a[from + 1] === b[from]
}

/** Letters that Unicode decomposition does not split into a plain letter and an accent. */
const spelled: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i', þ: 'th', ð: 'd' }

/** Converts a word to the form that the database compares: lower case, without accents and apostrophes. */
const plain = (word: string) =>
  word
    .normalize('NFKD')
    .replace(/[\p{M}'’‘`´ʼ]/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđłıþð]/g, (letter) => spelled[letter] ?? letter)

const wordIn = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu

/**
 * Splits text into parts and marks the words that match the query: those that begin with or contain one of its words, or are
 * one typo away.
 */
export function markedParts(text: string, query: string): { at: number; text: string; isMatch: boolean }[] {
  const asked = [...searchText(query).text.matchAll(wordIn)].map(([word]) => plain(word)).filter(Boolean)
  const parts: { at: number; text: string; isMatch: boolean }[] = []
  let from = 0
  for (const { 0: word, index } of text.matchAll(wordIn)) {
    if (!asked.some((each) => answers(plain(word), each))) continue
    if (index > from) parts.push({ at: from, text: text.slice(from, index), isMatch: false })
    parts.push({ at: index, text: word, isMatch: true })
    from = index + word.length
  }
  if (from < text.length) parts.push({ at: from, text: text.slice(from), isMatch: false })
  return parts
}

function answers(word: string, asked: string): boolean {
  const letters = [...asked].length
  if (letters < 3) return word.startsWith(asked)
  return word.includes(asked) || isForgivenTypo(asked, word)
}
