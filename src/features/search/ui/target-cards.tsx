import { Link } from '@tanstack/react-router'
import { cardClass, cardLinkClass } from '#design/card.ts'
import { cx } from '#design/classes.ts'
import { m } from '#messages'
import { compactNumber } from '#platform/format.ts'
import type { FoundTarget } from '../contract.ts'
import { Marked } from './marked.tsx'

export function TargetCards({ targets, query }: { targets: readonly FoundTarget[]; query: string }) {
  return (
    <ul className="tile-grid">
      {targets.map(({ id, slug, name, industry, numbers }) => (
        <li key={id} className={cx(cardClass, 'flex flex-col gap-1 p-4')}>
          <h2 dir="auto" className="type-title text-xl wrap-anywhere">
            <Link to="/targets/$slug" params={{ slug }} className={cardLinkClass}>
              <Marked text={name} query={query} />
            </Link>
          </h2>
          <p className="min-h-5 text-sm text-muted">{industry?.name}</p>
          <dl className="mt-auto grid grid-cols-2 gap-x-4 border-t border-line pt-3">
            <Figure label={m.search_active_campaigns()} value={numbers.campaigns} />
            <Figure label={m.search_supporters()} value={numbers.supporters} isSecond />
          </dl>
        </li>
      ))}
    </ul>
  )
}

function Figure({ label, value, isSecond = false }: { label: string; value: number; isSecond?: boolean }) {
  return (
    <div className={cx('flex flex-col-reverse justify-end', isSecond && 'border-s border-line ps-4')}>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="type-figure text-2xl leading-none">{compactNumber(value)}</dd>
    </div>
  )
}
