import { m } from '#messages'
import { formatCount } from '#platform/format.ts'
import { cx } from './classes.ts'

type ProgressBarProps = {
  value: number
  max: number
  /** Its name for screen readers. */
  label: string
  /** What it says in words; "361 of 1,000" without it. */
  text?: string
  size?: 'sm' | 'md'
  className?: string
}

const groups = Array.from({ length: 10 }, (_, group) => group)
const uprights = [0, 1, 2, 3] as const

/** Ten tallies of five: each stroke is two in a hundred. Say the numbers in text beside it. */
export function ProgressBar({ value, max, label, text, size = 'md', className }: ProgressBarProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  const counted = share > 0 ? Math.max(1, Math.floor(share * 50 + 1e-9)) : 0
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(share * 100)}
      aria-valuetext={text ?? m.design_progress({ value: formatCount(value), max: formatCount(max) })}
      className={cx('w-full rtl:-scale-x-100', className)}
    >
      <svg
        viewBox="0 0 400 24"
        preserveAspectRatio="none"
        aria-hidden="true"
        fill="none"
        className={cx('block w-full', size === 'sm' ? 'h-3 stroke-2' : 'h-6 stroke-[3.5]')}
      >
        {groups.map((group) => (
          <g key={group}>
            {uprights.map((stroke) => (
              <path
                key={stroke}
                d={`M${group * 40 + 7 + stroke * 8} 2v20`}
                vectorEffect="non-scaling-stroke"
                className={group * 5 + stroke < counted ? 'stroke-ink' : 'stroke-line'}
              />
            ))}
            {group * 5 + 4 < counted && <path d={`M${group * 40 + 2} 17l34-10`} vectorEffect="non-scaling-stroke" className="stroke-accent" />}
          </g>
        ))}
      </svg>
    </div>
  )
}
