import { Link } from '@tanstack/react-router'
import { m } from '#messages'
import { compactNumber } from '#platform/format.ts'
import { TargetLogo } from '../../targets/ui/target-logo.tsx'
import { EntryTile } from '../../ui/entry-tile.tsx'
import type { Industry } from '../contract.ts'

/** With its targets that have supporters, because most targets of the directory have no campaign. */
export function IndustryTile({ industry }: { industry: Industry }) {
  const targets = industry.topTargets.filter(({ supporters }) => supporters > 0)
  return (
    <EntryTile kind="industries" entry={industry}>
      {targets.length > 0 && <TopTargets targets={targets} />}
    </EntryTile>
  )
}

function TopTargets({ targets }: { targets: Industry['topTargets'] }) {
  return (
    <div className="border-t border-line pt-2">
      <h3 className="text-xs text-muted">{m.industries_top()}</h3>
      <ul className="divide-y divide-line">
        {targets.map((target) => (
          <li key={target.slug}>
            <Link
              to="/targets/$slug"
              params={{ slug: target.slug }}
              className="relative z-10 flex min-h-14 items-center gap-3 py-1 no-underline hover:underline hover:underline-offset-4"
            >
              <TargetLogo target={target} size="sm" />
              <span dir="auto" className="min-w-0 truncate font-semibold">
                {target.name}
              </span>
              <span className="ms-auto shrink-0 text-end">
                <span className="type-figure text-lg">{compactNumber(target.supporters)}</span>
                <span className="sr-only"> {m.pledges_supporters({ count: target.supporters })}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
