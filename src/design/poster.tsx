import { cx } from './classes.ts'
import { compositions, type Random } from './poster-art.tsx'
import { cut, fitText, leading } from './poster-type.ts'

type PosterProps = {
  title: string
  kicker?: string | undefined
  footer?: string | undefined
  /** The same seed draws the same poster. */
  seed: string
  className?: string
}

const sheets = [
  {
    sheet: 'fill-sunk',
    text: 'fill-ink',
    rule: 'stroke-ink',
    inks: { main: 'stroke-ink', accent: 'stroke-accent', fill: 'fill-accent', faint: 'stroke-line' },
  },
  {
    sheet: 'fill-poster-sheet',
    text: 'fill-on-poster-sheet',
    rule: 'stroke-on-poster-sheet',
    inks: { main: 'stroke-on-poster-sheet', accent: 'stroke-accent', fill: 'fill-accent', faint: 'stroke-muted' },
  },
  {
    sheet: 'fill-accent',
    text: 'fill-on-accent',
    rule: 'stroke-on-accent',
    inks: { main: 'stroke-on-accent', accent: 'stroke-poster-ink', fill: 'fill-poster-ink', faint: 'stroke-accent-strong' },
  },
] as const

/** Red sheets are rarer than paper and ink. */
const sheetOrder = [0, 1, 0, 1, 2] as const

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u

function compositionOf(seed: string, title: string) {
  const random = randomOf(seed)
  const look = sheets[sheetOrder[Math.floor(random() * sheetOrder.length)] ?? 0]
  const compose = compositions[Math.floor(random() * compositions.length)] ?? compositions[0]
  return { look, ...compose(look.inks, random, title) }
}

/** The drawing of a poster without the poster's texts, for sizes at which texts would be unreadable. */
export function PosterMark({ title, seed, className }: Pick<PosterProps, 'title' | 'seed' | 'className'>) {
  const { look, art, focus } = compositionOf(seed, title)
  return (
    <svg
      viewBox={focus}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={cx('type-title block aspect-video min-h-full w-full [font-stretch:62%] select-none', className)}
    >
      <rect x="-200" y="-200" width="1200" height="800" className={look.sheet} />
      {art}
    </svg>
  )
}

/** A 16:9 cover drawn from texts and a seed; the same input gives the same cover. It is decorative, so the page must also show the title as text. */
export function Poster({ title, kicker, footer, seed, className }: PosterProps) {
  const { look, box, art } = compositionOf(seed, title)
  const { lines, size } = fitText(title, box)
  const mirrored = rightToLeft.test(title)
  const x = mirrored ? box.x + box.width : box.x
  return (
    <svg
      viewBox="0 0 640 360"
      aria-hidden="true"
      direction={mirrored ? 'rtl' : 'ltr'}
      className={cx('type-title block aspect-video h-auto w-full [font-stretch:62%] select-none', className)}
    >
      <rect width="640" height="360" className={look.sheet} />
      {art}
      <text className={look.text} fontSize={size}>
        {lines.map((line, index) => (
          <tspan key={index} x={x} y={box.y + size * 0.76 + index * size * leading}>
            {line}
          </tspan>
        ))}
      </text>
      <g className={cx(look.text, '[font-stretch:90%]')} fontSize="22">
        {kicker && (
          <text x={mirrored ? 612 : 28} y="41">
            {cut(kicker, 19)}
          </text>
        )}
        {footer && (
          <text x={mirrored ? 612 : 28} y="339">
            {cut(footer, 19)}
          </text>
        )}
      </g>
      <path d={`${kicker ? 'M28 52.5h584' : ''}${footer ? 'M28 314.5h584' : ''}`} className={look.rule} strokeWidth="1.5" />
    </svg>
  )
}

/** FNV-1a hash of the seed, then mulberry32. */
function randomOf(seed: string): Random {
  let state = 2166136261
  for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16777619)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  next()
  return next
}
