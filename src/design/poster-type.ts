/** Widths of characters in thousandths of an em, measured in Chromium with Archivo at weight 800 and stretch 62%. */
const widths: ReadonlyArray<readonly [string, number]> = [
  ["il.,:;|'", 215],
  ['-()[]r!tf1', 265],
  ['I', 245],
  [' ', 260],
  ['szv?x$yJ7', 385],
  ['abcdeghknopqu024568L39', 428],
  ['FETZ/', 465],
  ['ABCDGHKNOPQRSUVXY&', 505],
  ['w', 595],
  ['mM%@', 665],
  ['W', 705],
]
/** Characters that are one em wide, such as Chinese ones. A line may break before or after each of them. */
const wide = /[\u2e80-\ud7ff\uf900-\ufaff\uff00-\uffef\u{1f000}-\u{3ffff}]/u
const known = new Map(widths.flatMap(([letters, width]) => Array.from(letters, (letter) => [letter, width] as const)))

export type TextLayout = { lines: ReadonlyArray<string>; size: number }
export type Box = { width: number; height: number; largest: number; smallest?: number }

/** Line height as a multiple of the font size. */
export const leading = 0.94

/** Estimates the width in em. A character that is not measured counts 0.64, or 1 if it is `wide`. 5% are added, because a fallback font may be used. */
export function widthOf(text: string): number {
  let sum = 0
  for (const letter of text) sum += known.get(letter) ?? (wide.test(letter) ? 1000 : 640)
  return (sum / 1000) * 1.05
}

/**
 * Breaks a text into lines and finds the largest font size at which the lines fit the box. A word is broken only at sizes under 40% of the largest
 * one. If the text does not fit even at the smallest size, its last line ends with an ellipsis.
 */
export function fitText(text: string, { width, height, largest, smallest = 18 }: Box): TextLayout {
  const words = text.trim().split(/\s+/u)
  for (let size = largest; size > smallest; size -= 2) {
    const whole = words.every((word) => wide.test(word) || widthOf(word) * size <= width)
    const lines = wrap(words, width / size)
    if ((whole || size < largest * 0.4) && lines.length * size * leading <= height) return { lines, size }
  }
  const room = Math.max(1, Math.floor(height / (smallest * leading)))
  const lines = wrap(words, width / smallest)
  return { lines: lines.length > room ? [...lines.slice(0, room - 1), cut(lines[room - 1] ?? '', width / smallest, true)] : lines, size: smallest }
}

/** Cuts a text to a width in em and appends an ellipsis. A text that fits is returned unchanged, unless `always` is true. */
export function cut(text: string, width: number, always = false): string {
  if (!always && widthOf(text) <= width) return text
  const letters = Array.from(text)
  while (letters.length > 1 && widthOf(`${letters.join('')}…`) > width) letters.pop()
  return `${letters.join('').trimEnd()}…`
}

function wrap(words: ReadonlyArray<string>, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of words.flatMap((each) => pieces(each, width))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && widthOf(longer) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return line === '' ? lines : [...lines, line]
}

function pieces(word: string, width: number): string[] {
  if (widthOf(word) <= width) return [word]
  const parts: string[] = []
  let part = ''
  for (const letter of word) {
    if (part !== '' && widthOf(part + letter) > width) {
      parts.push(part)
      part = ''
    }
    part += letter
  }
  return [...parts, part]
}
