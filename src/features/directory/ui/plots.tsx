import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Section } from '#design/section.tsx'
import { GrowthFigure } from '#features/campaigns/growth/ui/growth-figure.tsx'
import { m } from '#messages'
import { compactCents } from '#platform/format.ts'
import type { ImpactByCampaign } from '../contract.ts'
import { type DirectoryEntry, growthOf, impactOf } from './api.ts'

/** The plots of an entry. The server computes paths and widths; the browser only positions them. */
export function PlotParts({ subject }: { subject: DirectoryEntry }) {
  return (
    <div className="flex flex-col gap-12 empty:hidden">
      {subject.kind === 'targets' && <ImpactBars slug={subject.slug} />}
      <GrowthPlot subject={subject} />
    </div>
  )
}

function GrowthPlot({ subject }: { subject: DirectoryEntry }) {
  const { data } = useQuery(growthOf(subject))
  if (!data?.plot) return null
  return (
    <Section id="growth" title={m.directory_growth()}>
      <GrowthFigure growth={data} />
      <p className="text-sm text-muted">{m.directory_growth_note()}</p>
    </Section>
  )
}

function ImpactBars({ slug }: { slug: string }) {
  const { data } = useQuery(impactOf(slug))
  if (!data || data.campaigns.length === 0) return null
  return (
    <Section id="bars" title={m.directory_bars()}>
      <Bars impact={data} />
      <p className="mt-2 text-sm text-muted">{m.directory_bars_note()}</p>
    </Section>
  )
}

/** A table whose rows contain the bars, so that it is readable for screen readers too. */
function Bars({ impact: { campaigns, others } }: { impact: ImpactByCampaign }) {
  const longest = Math.max(...campaigns.map(({ yearlyCents }) => yearlyCents), others.yearlyCents, 1)
  return (
    <table className="w-full">
      <thead className="sr-only">
        <tr>
          <th scope="col">{m.directory_bars_campaign()}</th>
          <th scope="col">{m.directory_estimated_impact()}</th>
        </tr>
      </thead>
      <tbody>
        {campaigns.map(({ slug, title, yearlyCents }) => (
          <tr key={slug} className="border-b border-line">
            <th scope="row" className="relative w-full py-2 pe-4 text-start font-normal">
              <Link to="/campaigns/$slug" params={{ slug }} className="target-44 relative [overflow-wrap:anywhere] no-underline hover:underline">
                <bdi>{title}</bdi>
              </Link>
              <Bar share={yearlyCents / longest} isNamed />
            </th>
            <Value cents={yearlyCents} />
          </tr>
        ))}
        {others.campaigns > 0 && (
          <tr>
            <th scope="row" className="w-full py-2 pe-4 text-start font-normal text-muted">
              {m.directory_bars_others({ count: others.campaigns })}
              <Bar share={others.yearlyCents / longest} isNamed={false} />
            </th>
            <Value cents={others.yearlyCents} />
          </tr>
        )}
      </tbody>
    </table>
  )
}

function Bar({ share, isNamed }: { share: number; isNamed: boolean }) {
  return (
    <span aria-hidden="true" className="mt-1.5 block h-3 bg-sunk">
      <span className={`block h-full ${isNamed ? 'bg-ink' : 'bg-edge'}`} style={{ width: `${Math.max(share * 100, 0.5).toFixed(1)}%` }} />
    </span>
  )
}

const Value = ({ cents }: { cents: number }) => <td className="type-figure py-2 text-end align-bottom text-xl leading-none">{compactCents(cents)}</td>
