import { neat } from './text.ts'

export const searchLength = 200

/** A search text as it is used: clean and at most 200 code points long. */
export function searchText(given: string): { text: string; wasCut: boolean } {
  // Nothing a text is cut to can come from beyond this; a hostile one need not be normalised whole.
  const clean = neat(
    given
      .slice(0, 4_000)
      .toWellFormed()
      .replace(/[\u0000-\u001f\u007f\ufffd]+/g, ' '),
  )
  const letters = [...clean]
  return { text: letters.slice(0, searchLength).join('').trim(), wasCut: letters.length > searchLength || given.length > 4_000 }
}

/** Whether one letter too many, too few, another, or two in the wrong order make one word of the other. */
export function isOneTypoAway(one: string, other: string): boolean {
  const a = [...one]
  const b = [...other]
  if (Math.abs(a.length - b.length) > 1 || one === other) return false
  let from = 0
  while (from < a.length && from < b.length && a[from] === b[from]) from++
  let end = 0
  while (end < a.length - from && end < b.length - from && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const left = a.length - from - end
  const right = b.length - from - end
  if (left <= 1 && right <= 1) return true
  return left === 2 && right === 2 && a[from] === b[from + 1] && a[from + 1] === b[from]
}
