import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LoadMore } from '#design/load-more.tsx'
import { Breadcrumb } from '#design/navigation.tsx'
import { m } from '#messages'
import { stringifySearch } from '#platform/client/search-text.ts'
import { pledgePages } from './api.ts'
import { NoPledges } from './latest-pledges.tsx'
import { PledgeItem, pledgesHeading } from './pledge-item.tsx'

/** All campaigns that the viewer has joined. */
export function PledgesPage({ cursor }: { cursor: string | undefined }) {
  const list = useSuspenseInfiniteQuery(pledgePages(cursor))
  const pledges = list.data.pages.flatMap(({ items }) => items)
  return (
    <div className="page-column py-6 md:py-10">
      <Breadcrumb
        trail={[
          <Link key="dashboard" to="/dashboard">
            {m.dashboard_title()}
          </Link>,
        ]}
        current={m.dashboard_pledges()}
      />
      <h1 id={pledgesHeading} tabIndex={-1} className="type-title text-3xl outline-none">
        {m.dashboard_pledges()}
      </h1>
      <p className="mt-2 mb-6 max-w-prose text-muted">{m.dashboard_pledges_lead()}</p>
      {pledges.length === 0 ? (
        <NoPledges level={2} />
      ) : (
        <ul className="border-t border-ink">
          {pledges.map((taken) => (
            <PledgeItem key={taken.campaign.id} taken={taken} level={2} />
          ))}
        </ul>
      )}
      <LoadMore list={list} hrefFrom={(next) => `/dashboard/pledges${stringifySearch({ cursor: next })}`} />
    </div>
  )
}
