import { m } from '#messages'
import { formatCount } from '#platform/format.ts'
import { cx } from './classes.ts'
import { type Stroke, strokesOf } from './strokes.ts'

type ProgressBarProps = {
  value: number
  max: number
  /** Accessible name. */
  label: string
  /** The value in words; by default "361 of 1,000". */
  text?: string
  size?: 'sm' | 'md'
  className?: string
}

/**
 * Draws a count as tally marks in groups of five. Up to 100, each stroke is one person; above that, a caption gives the number per stroke. The
 * caller must also show the numbers as text.
 */
export function ProgressBar({ value, max, label, text, size = 'md', className }: ProgressBarProps) {
  const { unit, columns, rows } = strokesOf(value, max)
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <div className={cx('w-full', className)}>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(share * 100)}
        aria-valuetext={text ?? m.design_progress({ value: formatCount(value), max: formatCount(max) })}
        className="flex flex-col gap-1 rtl:-scale-x-100"
      >
        {rows.map((strokes, row) => (
          <svg
            key={row}
            viewBox={`0 0 ${columns * 40} 24`}
            preserveAspectRatio="none"
            aria-hidden="true"
            fill="none"
            className={cx('block w-full', size === 'sm' ? 'h-3 stroke-2' : 'h-6 stroke-[3.5]')}
          >
            {strokes.map((stroke, place) => (
              <StrokeAt key={place} stroke={stroke} place={place} />
            ))}
          </svg>
        ))}
      </div>
      {unit > 1 && <p className="mt-1 text-xs text-muted">{m.design_stroke_unit({ count: formatCount(unit) })}</p>}
    </div>
  )
}

/** Four strokes of a group are upright, the fifth crosses them. A partly filled stroke is drawn over a faint stroke of full length. */
function StrokeAt({ stroke, place }: { stroke: Stroke; place: number }) {
  const left = Math.floor(place / 5) * 40
  const isAcross = place % 5 === 4
  const path = (part: number) => (isAcross ? `M${left + 2} 17l${34 * part} ${-10 * part}` : `M${left + 7 + (place % 5) * 8} 22v${-20 * part}`)
  return (
    <>
      {stroke < 1 && !isAcross && <path d={path(1)} vectorEffect="non-scaling-stroke" className="stroke-line" />}
      {stroke > 0 && <path d={path(stroke)} vectorEffect="non-scaling-stroke" className={isAcross ? 'stroke-accent' : 'stroke-ink'} />}
    </>
  )
}
