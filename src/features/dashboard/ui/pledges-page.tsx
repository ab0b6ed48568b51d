import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { LoadMore } from '#design/load-more.tsx'
import { m } from '#messages'
import { stringifySearch } from '#platform/client/search-text.ts'
import { pledgePages } from './api.ts'
import { NoPledges } from './latest-pledges.tsx'
import { PledgeItem } from './pledge-item.tsx'

/** Everything that one has joined. */
export function PledgesPage({ cursor }: { cursor: string | undefined }) {
  const list = useSuspenseInfiniteQuery(pledgePages(cursor))
  const pledges = list.data.pages.flatMap(({ items }) => items)
  const next = list.data.pages.at(-1)?.nextCursor
  return (
    <div className="page-column py-6 md:py-10">
      <Link to="/dashboard" className="link inline-flex min-h-11 items-center gap-1 text-muted">
        <ArrowLeft className="size-4 rtl:rotate-180" aria-hidden="true" />
        {m.dashboard_pledges_back()}
      </Link>
      <h1 className="type-title text-3xl">{m.dashboard_pledges()}</h1>
      <p className="mt-2 mb-6 max-w-prose text-muted">{m.dashboard_pledges_lead()}</p>
      {pledges.length === 0 ? (
        <NoPledges level={2} />
      ) : (
        <ul className="max-w-3xl border-t border-ink">
          {pledges.map((taken) => (
            <PledgeItem key={taken.campaign.id} taken={taken} level={2} />
          ))}
        </ul>
      )}
      <div className="max-w-3xl">
        <LoadMore list={list} href={next ? `/dashboard/pledges${stringifySearch({ cursor: next })}` : undefined} />
      </div>
    </div>
  )
}
