import { cx } from './classes.ts'

/** The strokes of a tally of five in a square of 32: four upright, one across. */
export const tallyStrokes = ['M5.5 4v24', 'M12.5 4v24', 'M19.5 4v24', 'M26.5 4v24', 'M1.5 23 30.5 9'] as const

type TallyProps = {
  /** The number of counted strokes, up to five; the others are faint. */
  counted?: number
  className?: string
}

/** The logo's mark, a tally. Decorative: the number must be beside it in words. */
export function Tally({ counted = 5, className }: TallyProps) {
  return (
    <svg viewBox="0 0 32 32" fill="none" strokeWidth="4" aria-hidden="true" className={cx('shrink-0', className ?? 'size-8')}>
      {tallyStrokes.map((stroke, index) => (
        <path key={stroke} d={stroke} className={strokeColour(index, counted)} />
      ))}
    </svg>
  )
}

function strokeColour(index: number, counted: number): string {
  if (index >= counted) return 'stroke-line'
  return index === 4 ? 'stroke-accent' : 'stroke-current'
}
