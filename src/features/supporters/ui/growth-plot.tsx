import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Download } from 'lucide-react'
import { buttonClass } from '#design/button.tsx'
import { cx } from '#design/classes.ts'
import { m } from '#messages'
import { compactNumber, formatCount } from '#platform/format.ts'
import type { Growth } from '../contract.ts'
import { growthOf } from './api.ts'

/** How a campaign grew, drawn on the server; here strings only find their places. Nothing where nobody was counted. */
export function GrowthPlot({ campaignId }: { campaignId: string }) {
  const { data } = useQuery(growthOf(campaignId))
  if (!data?.plot) return null
  return (
    <section aria-labelledby="growth" className="border-t-2 border-ink pt-4 break-inside-avoid">
      <h2 id="growth" className="type-title text-2xl">
        {m.supporters_growth()}
      </h2>
      <Drawn growth={data} plot={data.plot} />
      <AsTable growth={data} />
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <p className="text-sm text-muted">{m.supporters_growth_note()}</p>
        <a href={`/api/v1/campaigns/${campaignId}/supporters.csv`} download className={cx(buttonClass({ tone: 'quiet', size: 'sm' }), '-ms-3')}>
          <Download className="size-4" aria-hidden="true" />
          {m.supporters_download()}
        </a>
      </div>
    </section>
  )
}

/** The box stretches to its column; its words do not, so they stand beside it and not in it. */
function Drawn({ growth: { unit, steps }, plot }: { growth: Growth; plot: NonNullable<Growth['plot']> }) {
  const last = steps.at(-1)
  const said = m.supporters_growth_drawn({
    count: formatCount(last?.supporters ?? 0),
    first: named(steps[0]?.from ?? '', 'day'),
    last: named(last?.from ?? '', unit),
  })
  return (
    <div dir="ltr" className="mt-4 ps-12 pe-1">
      <div className="relative h-48 sm:h-60">
        <svg viewBox="0 0 1000 400" preserveAspectRatio="none" role="img" aria-label={said} fill="none" className="absolute inset-0 size-full overflow-visible">
          {plot.counts.map(({ at }) => (
            <path key={at} d={`M0 ${at * 4}h1000`} vectorEffect="non-scaling-stroke" className="stroke-line" />
          ))}
          <path d={plot.area} className="fill-sunk" />
          <path d={plot.line} vectorEffect="non-scaling-stroke" strokeLinejoin="round" className="stroke-ink stroke-3" />
        </svg>
        {plot.counts.map(({ at, supporters }) => (
          <span key={at} aria-hidden="true" className="type-figure absolute end-full -translate-y-1/2 pe-2 text-sm text-muted" style={{ top: `${at}%` }}>
            {compactNumber(supporters)}
          </span>
        ))}
      </div>
      <div aria-hidden="true" className="relative h-7 border-t border-ink text-xs text-muted">
        {plot.days.map(({ at, day }) => (
          <span key={day} className="absolute top-0 border-s border-ink ps-1 pt-1 whitespace-nowrap" style={{ left: `${at}%` }}>
            {named(day, unit === 'month' ? 'month' : 'day')}
          </span>
        ))}
      </div>
    </div>
  )
}

function AsTable({ growth: { unit, steps } }: { growth: Growth }) {
  const heading = unit === 'day' ? m.supporters_day() : unit === 'week' ? m.supporters_week() : m.supporters_month()
  return (
    <details className="mt-2">
      <summary className="inline-flex min-h-11 items-center gap-1 text-sm text-muted underline decoration-line underline-offset-4 hover:text-ink">
        {m.supporters_as_table()}
        <ChevronDown className="turns size-4" aria-hidden="true" />
      </summary>
      <table className="w-full border-y border-line text-sm tabular-nums">
        <thead>
          <tr>
            <th scope="col" className="py-1 text-start font-semibold">
              {heading}
            </th>
            <th scope="col" className="py-1 text-end font-semibold">
              {m.supporters_added()}
            </th>
            <th scope="col" className="py-1 pe-2 text-end font-semibold">
              {m.supporters_total()}
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ from, added, supporters }) => (
            <tr key={from} className="border-t border-line">
              <th scope="row" className="py-1 text-start font-normal">
                {named(from, unit)}
              </th>
              <td className="text-end">{formatCount(added)}</td>
              <td className="pe-2 text-end">{formatCount(supporters)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' })

const named = (date: string, unit: Growth['unit']) => (unit === 'month' ? month : day).format(new Date(`${date}T00:00:00Z`))
