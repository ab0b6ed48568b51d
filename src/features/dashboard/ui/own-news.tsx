import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { buttonClass } from '#design/button.tsx'
import { cardLinkClass } from '#design/card.ts'
import { Skeleton } from '#design/skeleton.tsx'
import { useAuth } from '#features/accounts/ui/use-auth.ts'
import { useCount } from '#features/pledges/ui/counts.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { keepVisit, visitBefore } from '#platform/client/last-visit.ts'
import { formatCount } from '#platform/format.ts'
import type { JoinedNews } from '../contract.ts'
import { ownNews } from './api.ts'

const places = [0, 1, 2] as const

/**
 * "Your Holdouts" on the home page. The page is the same for everyone and only reserves the space, with a fixed height. The browser of a
 * signed-in person requests the content.
 */
export function OwnNews() {
  const { viewer } = useAuth()
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  return (
    <section aria-labelledby="own-news" className="page-column hidden pb-8 in-data-signed-in:block">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="own-news" className="type-title text-2xl">
          {m.dashboard_news(nouns)}
        </h2>
        <Link to="/dashboard" className="link inline-flex min-h-11 items-center">
          {m.dashboard_news_all()}
        </Link>
      </div>
      <div className="h-44">{viewer && isHydrated ? <News personId={viewer.id} /> : <Loading />}</div>
    </section>
  )
}

const rowClass = 'flex h-full gap-4 overflow-x-auto pb-2 lg:grid lg:grid-cols-3 lg:overflow-visible lg:pb-0'
const boxClass = 'h-full w-72 shrink-0 rounded-md border border-line bg-raised p-4 lg:w-auto'

function Loading() {
  return (
    <div className={rowClass}>
      {places.map((place) => (
        <Skeleton key={place} className={boxClass} />
      ))}
    </div>
  )
}

function News({ personId }: { personId: string }) {
  const [before] = useState(() => visitBefore(personId))
  const { data, isError, refetch } = useQuery(ownNews(before?.at))
  useEffect(() => {
    if (data) keepVisit(personId, Object.fromEntries(data.items.map(({ campaign, count }) => [campaign.id, count.supporters])))
  }, [personId, data])
  if (!data) {
    if (!isError) return <Loading />
    return (
      <div role="alert" className={`${boxClass} w-full`}>
        <p className="mb-3">{m.dashboard_news_failed(nouns)}</p>
        <button type="button" onClick={() => refetch()} className={buttonClass({ size: 'sm' })}>
          {m.design_try_again()}
        </button>
      </div>
    )
  }
  if (data.items.length === 0) {
    return (
      <div className={`${boxClass} w-full`}>
        <p className="mb-3 max-w-prose">{m.dashboard_news_none(nouns)}</p>
        <Link to="/campaigns" className={buttonClass({ tone: 'primary' })}>
          {m.site_hero_browse(nouns)}
        </Link>
      </div>
    )
  }
  return (
    <ul className={rowClass}>
      {data.items.map((news) => (
        <NewsCard key={news.campaign.id} news={news} seen={before?.counts[news.campaign.id]} />
      ))}
    </ul>
  )
}

/** `seen` is the count at the last visit, if there was one. */
function NewsCard({ news: { campaign, count, updates, latestUpdate }, seen }: { news: JoinedNews; seen: number | undefined }) {
  const { supporters } = useCount(campaign.id, count, { isLive: true })
  const added = seen === undefined ? 0 : supporters - seen
  return (
    <li className={`${boxClass} relative flex flex-col`}>
      <h3 dir="auto" className="type-title line-clamp-2 text-lg">
        <Link to="/campaigns/$slug" params={{ slug: campaign.slug }} className={cardLinkClass}>
          {campaign.title}
        </Link>
      </h3>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
        <span className="type-figure text-2xl leading-none">{formatCount(supporters)}</span>
        <span className="text-sm">{m.pledges_supporters({ count: supporters })}</span>
        {added > 0 && <span className="text-sm font-semibold text-victory-text">{m.dashboard_news_added({ count: formatCount(added) })}</span>}
      </p>
      <p className="mt-auto border-t border-line pt-1 text-sm">
        {latestUpdate ? (
          <Link
            to="/campaigns/$slug"
            params={{ slug: campaign.slug }}
            search={{ tab: 'updates', updateId: latestUpdate.id }}
            className={`link relative z-10 flex min-h-11 items-center ${updates > 0 ? 'font-semibold' : ''}`}
          >
            <span dir="auto" className="line-clamp-2">
              {updates > 0 ? m.dashboard_news_updates({ count: updates, title: latestUpdate.title }) : m.dashboard_news_latest({ title: latestUpdate.title })}
            </span>
          </Link>
        ) : (
          <span className="flex min-h-11 items-center text-muted">{m.dashboard_news_quiet()}</span>
        )}
      </p>
    </li>
  )
}
