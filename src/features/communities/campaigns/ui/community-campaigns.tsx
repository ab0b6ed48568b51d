import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { Button } from '#design/button.tsx'
import { LoadMore } from '#design/load-more.tsx'
import { EmptyState } from '#design/states.tsx'
import { Card } from '#features/campaigns/ui/card.tsx'
import { gridClass } from '#features/campaigns/ui/card-grid-skeleton.tsx'
import type { Community } from '#features/communities/contract.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import type { CommunitySearch } from '../../ui/community-search.ts'
import type { LinkedCampaign } from '../contract.ts'
import { mayLink } from '../policy.ts'
import { LinkBox } from './link-box.tsx'
import { linkedPages } from './linked-pages.ts'
import { useLinks } from './use-links.ts'

type CommunityCampaignsProps = {
  community: Pick<Community, 'id' | 'viewer'>
  search: CommunitySearch
  /** The community's address with this search. */
  hrefTo: (search: CommunitySearch) => string
}

/** The campaigns of a community; owner and mods can link and unlink them. */
export function CommunityCampaigns({ community, search, hrefTo }: CommunityCampaignsProps) {
  const list = useSuspenseInfiniteQuery(linkedPages(community.id, search.cursor))
  const campaigns = list.data.pages.flatMap(({ items }) => items)
  const isManaged = mayLink(community)
  return (
    <section aria-labelledby="community-campaigns">
      <h2 id="community-campaigns" className="type-title mb-4 text-2xl">
        {m.community_campaigns_title(nouns)}
      </h2>
      {isManaged && <LinkBox communityId={community.id} linked={new Set(campaigns.map(({ id }) => id))} />}
      {campaigns.length === 0 ? (
        <EmptyState level={3} title={m.community_campaigns_none(nouns)}>
          {isManaged && m.community_campaigns_none_text(nouns)}
        </EmptyState>
      ) : (
        <ul className={gridClass}>
          {campaigns.map((campaign) => (
            <li key={campaign.id} className="@container flex min-w-0 flex-col">
              <div className="grow">
                <Card campaign={campaign} level={3} isCompact={false} />
              </div>
              {isManaged && <Managed communityId={community.id} campaign={campaign} />}
            </li>
          ))}
        </ul>
      )}
      <LoadMore
        list={list}
        hrefFrom={(next) => hrefTo({ tab: 'campaigns', cursor: next })}
        first={search.cursor !== undefined && ((look) => <a href={hrefTo({ tab: 'campaigns' })} {...look} />)}
      />
    </section>
  )
}

function Managed({ communityId, campaign }: { communityId: string; campaign: LinkedCampaign }) {
  const { unlink } = useLinks(communityId)
  return (
    <div className="flex flex-wrap items-start justify-between gap-2 py-2">
      <p className="min-w-0 basis-40 grow text-sm text-muted">{!campaign.isShownThere && m.community_campaigns_not_shown(nouns)}</p>
      <Button
        size="sm"
        tone="quiet"
        onClick={() => void unlink(campaign)}
        aria-label={m.community_campaigns_unlink_named({ title: campaign.title })}
        icon={<Trash2 className="size-4" aria-hidden="true" />}
      >
        {m.community_campaigns_unlink()}
      </Button>
    </div>
  )
}
