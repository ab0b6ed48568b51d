import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LoadMore } from '#design/load-more.tsx'
import { StatusBadge } from '#features/campaigns/ui/badges.tsx'
import { m } from '#messages'
import { stringifySearch } from '#platform/client/search-text.ts'
import { fullDay } from '#platform/format.ts'
import type { ProfilePledge } from '../contract.ts'
import { pledgePages } from './api.ts'
import { ListSection } from './list-section.tsx'

export function ProfilePledges({ id, start }: { id: string; start: string | undefined }) {
  const list = useSuspenseInfiniteQuery(pledgePages(id, start))
  const pledges = list.data.pages.flatMap(({ items }) => items)
  return (
    <ListSection id="pledged" title={m.profiles_pledges()}>
      {pledges.length === 0 ? (
        <p className="text-muted">{m.profiles_pledges_empty()}</p>
      ) : (
        <ul className="-mt-3">
          {pledges.map((pledge) => (
            <Row key={pledge.campaign.id} pledge={pledge} />
          ))}
        </ul>
      )}
      <LoadMore
        list={list}
        hrefFrom={(next) => `/u/${id}${stringifySearch({ tab: 'pledges', cursor: next })}`}
        first={start !== undefined && ((look) => <Link to="/u/$id" params={{ id }} {...look} />)}
      />
    </ListSection>
  )
}

function Row({ pledge: { campaign, joinedAt } }: { pledge: ProfilePledge }) {
  const { slug, title, status, target } = campaign
  return (
    <li className="border-b border-line py-3">
      <h3 dir="auto" className="text-lg font-semibold [overflow-wrap:anywhere]">
        <Link to="/campaigns/$slug" params={{ slug }} className="link">
          {title}
        </Link>
      </h3>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <StatusBadge status={status} />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {m.profiles_against()}{' '}
          <Link to="/targets/$slug" params={{ slug: target.slug }} className="link target-44 relative">
            <bdi>{target.name}</bdi>
          </Link>
        </span>
        <time dateTime={joinedAt.toISOString()}>{m.profiles_joined({ day: fullDay(joinedAt) })}</time>
      </p>
    </li>
  )
}
