import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LoadMore } from '#design/load-more.tsx'
import { CommunityRow } from '#features/communities/ui/community-row.tsx'
import { communitiesOf, type Share } from '#features/communities/ui/own-lists.ts'
import { m } from '#messages'
import { stringifySearch } from '#platform/client/search-text.ts'
import { ListSection } from './list-section.tsx'

type Starts = { created: string | undefined; joined: string | undefined }

/** Private communities are listed only if both the person and the viewer are members. */
export function ProfileCommunities({ id, starts }: { id: string; starts: Starts }) {
  return (
    <ListSection id="communities" title={m.profiles_communities()}>
      <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
        <List id={id} of="owned" title={m.profiles_communities_created()} empty={m.profiles_communities_created_empty()} start={starts.created} />
        <List id={id} of="joined" title={m.profiles_communities_joined()} empty={m.profiles_communities_joined_empty()} start={starts.joined} />
      </div>
    </ListSection>
  )
}

type ListProps = { id: string; of: Share; title: string; empty: string; start: string | undefined }

function List({ id, of, title, empty, start }: ListProps) {
  const list = useSuspenseInfiniteQuery(communitiesOf({ id, of, start }))
  const communities = list.data.pages.flatMap(({ items }) => items)
  return (
    <div className="min-w-0">
      <h3 className="type-title text-lg">{title}</h3>
      {communities.length === 0 ? (
        <p className="mt-1 text-muted">{empty}</p>
      ) : (
        <ul>
          {communities.map((community) => (
            <CommunityRow key={community.id} community={community} role={community.role} />
          ))}
        </ul>
      )}
      <LoadMore
        list={list}
        hrefFrom={(next) => `/u/${id}${stringifySearch({ tab: of === 'owned' ? 'created' : 'joined', cursor: next })}`}
        first={start !== undefined && ((look) => <Link to="/u/$id" params={{ id }} {...look} />)}
      />
    </div>
  )
}
