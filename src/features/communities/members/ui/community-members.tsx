import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { Button } from '#design/button.tsx'
import { LoadMore } from '#design/load-more.tsx'
import { EmptyState } from '#design/states.tsx'
import { TextField } from '#design/text-field.tsx'
import { useNow } from '#design/time.tsx'
import type { Community } from '#features/communities/contract.ts'
import { isOwner, mayActOn, mayModerate } from '#features/communities/policy.ts'
import { m } from '#messages'
import { useFieldAt, useGetForm } from '#platform/client/get-form.ts'
import { searchLength } from '#platform/terms.ts'
import type { CommunitySearch } from '../../ui/community-search.ts'
import { memberPages } from './api.ts'
import { MemberRow } from './member-row.tsx'
import { RequestsAndInvites } from './requests-and-invites.tsx'

type CommunityMembersProps = {
  community: Pick<Community, 'id' | 'slug' | 'privacy' | 'viewer'>
  search: CommunitySearch
  renderedAt: number
  /** The community's address with this search. */
  hrefTo: (search: CommunitySearch) => string
}

/** The members of a community; owner and mods also see requests, invites and bans. */
export function CommunityMembers({ community, search, renderedAt, hrefTo }: CommunityMembersProps) {
  const list = useSuspenseInfiniteQuery(memberPages(community.id, { q: search.q, start: search.cursor }))
  const now = useNow(renderedAt)
  const members = list.data.pages.flatMap(({ items }) => items)
  const here = { tab: 'members', q: search.q } as const
  return (
    <section aria-labelledby="community-members">
      <h2 id="community-members" className="sr-only">
        {m.communities_tab_members()}
      </h2>
      {mayModerate(community) && <RequestsAndInvites community={community} now={now} />}
      <MemberSearch community={community} q={search.q} hrefTo={hrefTo} />
      {members.length === 0 ? (
        <EmptyState level={3} title={m.community_members_none()} className="mt-6" />
      ) : (
        <ul className="mt-4 divide-y divide-line">
          {members.map((member) => (
            <MemberRow
              key={member.person.id}
              communityId={community.id}
              member={member}
              now={now}
              isManaged={mayActOn(community, member)}
              isOwned={isOwner(community)}
            />
          ))}
        </ul>
      )}
      <LoadMore
        list={list}
        hrefFrom={(next) => hrefTo({ ...here, cursor: next })}
        first={search.cursor !== undefined && ((look) => <a href={hrefTo(here)} {...look} />)}
      />
    </section>
  )
}

type MemberSearchProps = Pick<CommunityMembersProps, 'hrefTo'> & { community: Pick<Community, 'slug'>; q: string | undefined }

/** A plain GET form; with JavaScript it updates the list without a page load. */
function MemberSearch({ community, q, hrefTo }: MemberSearchProps) {
  const navigate = useNavigate()
  const go = (given: { q?: string }) => void navigate({ href: hrefTo({ tab: 'members', q: given.q }), replace: true, resetScroll: false })
  const { ref, onSubmit } = useGetForm(go)
  const field = useFieldAt<HTMLInputElement>(q ?? '')
  return (
    <form ref={ref} action={`/communities/${community.slug}`} method="get" onSubmit={onSubmit} className="flex max-w-form items-end gap-2">
      <input type="hidden" name="tab" value="members" />
      <TextField
        ref={field}
        className="min-w-0 grow"
        type="search"
        name="q"
        label={m.community_members_search()}
        defaultValue={q ?? ''}
        maxLength={searchLength}
        autoComplete="off"
        enterKeyHint="search"
      />
      <Button type="submit" className="mb-1" icon={<Search className="size-4" aria-hidden="true" />}>
        {m.community_members_search_submit()}
      </Button>
    </form>
  )
}
