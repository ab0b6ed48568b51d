import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '#design/button.tsx'
import type { Community } from '#features/communities/contract.ts'
import { mayModerate } from '#features/communities/policy.ts'
import { m } from '#messages'
import { changeItems } from '#platform/client/pages.ts'
import { fullTime } from '#platform/time-text.ts'
import type { Muted, Waiting } from '../contract.ts'
import { api, bannedPages, mutedPages, requestPages } from './api.ts'
import { Invites } from './invites.tsx'
import { Panel } from './panel.tsx'
import { useAct } from './use-act.ts'
import { WaitingList } from './waiting-list.tsx'

type RequestsAndInvitesProps = { community: Pick<Community, 'id' | 'slug' | 'privacy' | 'viewer'>; now: Date }

/** Requests and invite links of a private community, and mutes and bans, for owner and mods. */
export function RequestsAndInvites({ community, now }: RequestsAndInvitesProps) {
  if (community.privacy === 'public' && !mayModerate(community)) return null
  return (
    <section aria-label={m.community_members_door()} className="mb-8 border-t border-ink">
      {community.privacy === 'private' && (
        <>
          <Requests communityId={community.id} now={now} />
          <Panel title={m.community_members_invites()}>{() => <Invites community={community} now={now} />}</Panel>
        </>
      )}
      {mayModerate(community) && (
        <>
          <Panel title={m.community_members_muted()}>{() => <MutedPeople communityId={community.id} now={now} />}</Panel>
          <Panel title={m.community_members_banned()}>{() => <Banned communityId={community.id} now={now} />}</Panel>
        </>
      )}
    </section>
  )
}

type QueueProps = { communityId: string; now: Date }

function Requests({ communityId, now }: QueueProps) {
  const queryClient = useQueryClient()
  const list = useInfiniteQuery(requestPages(communityId))
  const act = useAct()
  const answered = (personId: string) => {
    changeItems<Waiting>(queryClient, api.requests.key(), (items) => items.filter(({ person }) => person.id !== personId))
    queryClient.setQueryData(
      requestPages(communityId).queryKey,
      (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, total: Math.max(page.total - 1, 0) })) },
    )
  }
  async function approve({ person }: Waiting) {
    const done = await act({
      change: () => answered(person.id),
      send: () => api.approve.call({ id: communityId, personId: person.id }),
      failed: m.community_members_approve_failed({ name: person.name }),
    })
    if (done) await queryClient.invalidateQueries({ queryKey: api.list.key() })
  }
  const decline = ({ person }: Waiting) =>
    act({
      change: () => answered(person.id),
      send: () => api.decline.call({ id: communityId, personId: person.id }),
      failed: m.community_members_decline_failed({ name: person.name }),
    })
  return (
    <Panel title={m.community_members_requests()} waiting={list.data?.pages[0]?.total}>
      {() => (
        <WaitingList
          list={list}
          empty={m.community_members_requests_none()}
          since={m.community_members_asked()}
          now={now}
          actions={(one) => (
            <>
              <Button size="sm" onClick={() => void approve(one)} aria-label={m.community_members_approve_named({ name: one.person.name })}>
                {m.community_members_approve()}
              </Button>
              <Button size="sm" onClick={() => void decline(one)} aria-label={m.community_members_decline_named({ name: one.person.name })}>
                {m.community_members_decline()}
              </Button>
            </>
          )}
        />
      )}
    </Panel>
  )
}

function MutedPeople({ communityId, now }: QueueProps) {
  const queryClient = useQueryClient()
  const list = useInfiniteQuery(mutedPages(communityId))
  const act = useAct()
  const unmute = ({ person }: Muted) =>
    act({
      change: () => changeItems<Muted>(queryClient, api.muted.key(), (items) => items.filter((one) => one.person.id !== person.id)),
      send: () => api.unmute.call({ id: communityId, personId: person.id }),
      failed: m.community_members_unmute_failed({ name: person.name }),
    })
  return (
    <WaitingList
      list={list}
      empty={m.community_members_muted_none()}
      since={m.community_members_muted_since()}
      now={now}
      more={({ until, reason }) => (
        <>
          {' · '}
          {until === null ? m.community_members_muted_for_ever() : m.community_members_muted_until({ time: fullTime(until) })}
          <span className="block [overflow-wrap:anywhere]">{m.moderation_why({ reason })}</span>
        </>
      )}
      actions={(one) => (
        <Button size="sm" onClick={() => void unmute(one)} aria-label={m.community_members_unmute_named({ name: one.person.name })}>
          {m.community_members_unmute()}
        </Button>
      )}
    />
  )
}

function Banned({ communityId, now }: QueueProps) {
  const queryClient = useQueryClient()
  const list = useInfiniteQuery(bannedPages(communityId))
  const act = useAct()
  const unban = ({ person }: Waiting) =>
    act({
      change: () => changeItems<Waiting>(queryClient, api.banned.key(), (items) => items.filter((one) => one.person.id !== person.id)),
      send: () => api.unban.call({ id: communityId, personId: person.id }),
      failed: m.community_members_unban_failed({ name: person.name }),
    })
  return (
    <WaitingList
      list={list}
      empty={m.community_members_banned_none()}
      since={m.community_members_banned_since()}
      now={now}
      actions={(one) => (
        <Button size="sm" onClick={() => void unban(one)} aria-label={m.community_members_unban_named({ name: one.person.name })}>
          {m.community_members_unban()}
        </Button>
      )}
    />
  )
}
