const wide = /[\p{Lu}mw\p{Emoji_Presentation}]/u
const square = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\uff00-\uff60]|\p{Emoji_Presentation}/u

/** Font sizes, each with the maximum width of a title in em that fits into four lines of a 700 px column. */
const sizes = [
  { upTo: 27, look: 'text-[2.25rem] md:text-[3rem]' },
  { upTo: 60, look: 'text-[2rem] md:text-[2.5rem]' },
  { upTo: 76, look: 'text-[1.75rem] md:text-[2rem]' },
] as const
const smallest = 'text-[1.5rem]'
const longTitle = 60

/** The font size of a title: depends on its length and on the width of its letters. */
export function titleSize(title: string): string {
  const letters = Array.from(title)
  const width = letters.reduce((sum, letter) => sum + (square.test(letter) ? 1 : wide.test(letter) ? 0.66 : 0.44), 0)
  const fitting = sizes.find(({ upTo }, at) => width <= upTo && (at > 0 || letters.length <= longTitle))
  return fitting?.look ?? smallest
}
