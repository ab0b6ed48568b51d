import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#design/button.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { formatCount } from '#platform/format.ts'
import { campaignPages, type DirectoryEntry } from './api.ts'

const shown = 3

/** Demands of the target's trending campaigns. They do not depend on the filters of the list below. */
export function Demands({ subject }: { subject: DirectoryEntry }) {
  const { data } = useInfiniteQuery(campaignPages(subject, {}))
  const campaigns = data?.pages[0]?.items.slice(0, shown) ?? []
  if (campaigns.length === 0) return null
  return (
    <div className="mt-4">
      <h2 className="type-kicker text-muted">{m.directory_asked({ name: subject.name })}</h2>
      <ul className="mt-1 border-y border-line">
        {campaigns.map(({ id, slug, title, summary, creator, count }, index) => (
          <li key={id} className="grid items-center gap-x-6 gap-y-2 border-line py-3 not-first:border-t sm:grid-cols-[1fr_auto]">
            <div className="min-w-0 [overflow-wrap:anywhere]">
              <p dir="auto" className="text-lg leading-snug font-semibold">
                {title}
              </p>
              <p dir="auto" className="mt-1 leading-snug">
                {summary}
              </p>
              <p className="text-sm text-muted">
                <span className="type-figure text-lg text-ink">{formatCount(count.supporters)}</span> {m.pledges_supporters({ count: count.supporters })}
                {creator && `, ${m.directory_started_by({ creator: creator.name })}`}
              </p>
            </div>
            <Link
              to="/campaigns/$slug"
              params={{ slug }}
              aria-label={m.directory_see_named({ ...nouns, title })}
              className={buttonClass({ tone: index === 0 ? 'primary' : 'secondary', wide: true })}
            >
              {m.directory_see(nouns)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
