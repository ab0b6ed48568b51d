import type { EntryNumbers } from '#features/pledges/tallies/contract.ts'
import { m } from '#messages'
import { compactCents, compactNumber } from '#platform/format.ts'

type EntryFiguresProps = { numbers: EntryNumbers /** The figure of an entry without an impact in money. */; noImpact: string }

/** Campaigns, supporters and impact of a directory entry, in columns that align across tiles. */
export function EntryFigures({ numbers: { campaigns, supporters, yearlyCents }, noImpact }: EntryFiguresProps) {
  const figures = [
    { label: m.explore_campaigns({ count: campaigns }), figure: compactNumber(campaigns) },
    { label: m.pledges_supporters({ count: supporters }), figure: compactNumber(supporters) },
    { label: m.explore_impact(), figure: yearlyCents === 0 ? noImpact : compactCents(yearlyCents) },
  ]
  return (
    <dl className="grid grid-cols-3">
      {figures.map(({ label, figure }) => (
        <div key={label} className="flex min-w-0 flex-col-reverse justify-end border-line ps-3 not-first:border-s first:ps-0">
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="type-figure text-2xl leading-none">{figure}</dd>
        </div>
      ))}
    </dl>
  )
}
