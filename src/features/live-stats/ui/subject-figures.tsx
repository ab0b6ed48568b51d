import { m } from '#messages'
import { compactCents, compactNumber } from '#platform/format.ts'
import type { SubjectNumbers } from '../contract.ts'

type FiguresProps = {
  numbers: SubjectNumbers
  /** What stands where the estimate is nought. */
  noImpact?: string
}

/** Campaigns, supporters and impact of what campaigns are about, in columns that line up from tile to tile. */
export function SubjectFigures({ numbers: { campaigns, supporters, yearlyCents }, noImpact = '$0' }: FiguresProps) {
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
