import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '#messages'
import { formatCount } from '#platform/format.ts'
import { cx } from './classes.ts'
import { CountUp } from './count-up.tsx'

type BigNumberProps = {
  value: number
  format?: (value: number) => string
  /** Unit or period, beside the number: "/ year". */
  unit?: string
  /** Name of the counted things: "Supporters". */
  label: ReactNode
  /** Explanation of the count, in a collapsed section. */
  how?: ReactNode
  /** Address of the definition. */
  more?: string
  size?: 'md' | 'lg'
  className?: string
}

/** The main figure of a page. */
export function BigNumber({ value, format = formatCount, unit, label, how, more, size = 'lg', className }: BigNumberProps) {
  // A digit is about 0.4 em wide, so the longest number still fits its column.
  const narrowest = (100 / (format(value).length * 0.41)).toFixed(1)
  return (
    <div className={cx('@container flex w-full min-w-0 flex-col', className)}>
      <p className="flex flex-col-reverse">
        <span className="font-semibold">{label}</span>
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="leading-[0.95]" style={{ fontSize: `min(var(${size === 'lg' ? '--step-6' : '--step-4'}), ${narrowest}cqi)` }}>
            <CountUp value={value} format={format} className="type-figure" />
          </span>
          {unit && <span className="type-title min-w-0 text-lg text-muted wrap-anywhere">{unit}</span>}
        </span>
      </p>
      {how && <HowCounted more={more}>{how}</HowCounted>}
    </div>
  )
}

export function HowCounted({ children, label, more }: { children: ReactNode; label?: string; more?: string | undefined }) {
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-11 items-center gap-1 text-muted underline decoration-line underline-offset-4 hover:text-ink hover:decoration-current">
        {label ?? m.design_how_counted()}
        <ChevronDown className="turns size-4" />
      </summary>
      <div className="max-w-prose border-s-2 border-ink py-1 ps-3">
        {children}
        {more && (
          // A separate line, so that its height of 44 px does not move the text.
          <p>
            <a href={more} className="link inline-flex min-h-11 items-center">
              {m.design_how_more()}
            </a>
          </p>
        )}
      </div>
    </details>
  )
}
