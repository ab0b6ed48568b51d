import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LoadMore } from '#design/load-more.tsx'
import { CardGrid } from '#features/campaigns/ui/card-grid.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { stringifySearch } from '#platform/client/search-text.ts'
import { campaignPages } from './api.ts'
import { ListSection } from './list-section.tsx'

export function ProfileCampaigns({ id, start }: { id: string; start: string | undefined }) {
  const list = useSuspenseInfiniteQuery(campaignPages(id, start))
  const campaigns = list.data.pages.flatMap(({ items }) => items)
  return (
    <ListSection id="created" title={m.profiles_campaigns()}>
      {campaigns.length === 0 ? <p className="text-muted">{m.profiles_campaigns_empty(nouns)}</p> : <CardGrid campaigns={campaigns} isCompact />}
      <LoadMore
        list={list}
        hrefFrom={(next) => `/u/${id}${stringifySearch({ tab: 'campaigns', cursor: next })}`}
        first={start !== undefined && ((look) => <Link to="/u/$id" params={{ id }} {...look} />)}
      />
    </ListSection>
  )
}
