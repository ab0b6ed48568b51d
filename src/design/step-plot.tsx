import { ChevronDown } from 'lucide-react'
import { cx } from './classes.ts'

type StepPlotProps = {
  /** SVG paths in a box of 1000 x 400. */
  plot: { line: string; area: string }
  /** Description for screen readers. */
  label: string
  /** Positions in percent of width (`days`) and height (`values`). */
  days: readonly { at: number; day: string; name: string }[]
  values: readonly { at: number; name: string }[]
}

/** A line over time. The SVG stretches with its column, so the labels are outside it and keep their shape. */
export function StepPlot({ plot, label, days, values }: StepPlotProps) {
  return (
    <div dir="ltr" className="mt-4 ps-12 pe-1">
      <div className="relative h-48 sm:h-60">
        <svg
          viewBox="0 0 1000 400"
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
          fill="none"
          className="absolute inset-0 size-full overflow-visible"
        >
          {values.map(({ at }) => (
            <path key={at} d={`M0 ${at * 4}h1000`} vectorEffect="non-scaling-stroke" className="stroke-line" />
          ))}
          <path d={plot.area} className="fill-sunk" />
          <path d={plot.line} vectorEffect="non-scaling-stroke" strokeLinejoin="round" className="stroke-ink stroke-3" />
        </svg>
        {values.map(({ at, name }) => (
          <span key={at} aria-hidden="true" className="type-figure absolute end-full -translate-y-1/2 pe-2 text-sm text-muted" style={{ top: `${at}%` }}>
            {name}
          </span>
        ))}
      </div>
      <div aria-hidden="true" className="relative h-7 border-t border-ink text-xs text-muted">
        {days.map(({ at, day, name }) => (
          <span key={day} className="absolute top-0 border-s border-ink ps-1 pt-1 whitespace-nowrap" style={{ left: `${at}%` }}>
            {name}
          </span>
        ))}
      </div>
    </div>
  )
}

type StepTableProps = {
  summary: string
  headings: readonly string[]
  /** `key` is unique among the rows; the first cell names the row. */
  rows: readonly { key: string; cells: readonly string[] }[]
}

/** The numbers of a plot as a table, collapsed at first. */
export function StepTable({ summary, headings: [heading, ...others], rows }: StepTableProps) {
  return (
    <details className="mt-2">
      <summary className="inline-flex min-h-11 items-center gap-1 text-sm text-muted underline decoration-line underline-offset-4 hover:text-ink">
        {summary}
        <ChevronDown className="turns size-4" aria-hidden="true" />
      </summary>
      <table className="w-full border-y border-line text-sm tabular-nums">
        <thead>
          <tr>
            <th scope="col" className="py-1 text-start font-semibold">
              {heading}
            </th>
            {others.map((name, index) => (
              <th key={name} scope="col" className={cx('py-1 text-end font-semibold', index === others.length - 1 && 'pe-2')}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...numbers] }) => (
            <tr key={key} className="border-t border-line">
              <th scope="row" className="py-1 text-start font-normal">
                {name}
              </th>
              {numbers.map((number, index) => (
                <td key={others[index]} className={cx('text-end', index === numbers.length - 1 && 'pe-2')}>
                  {number}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Returns the name of a step that begins on this day (YYYY-MM-DD, UTC). */
export const stepName = (date: string, unit: 'day' | 'week' | 'month') => (unit === 'month' ? month : day).format(new Date(`${date}T00:00:00Z`))
