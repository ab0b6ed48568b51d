import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Megaphone } from 'lucide-react'
import { useDeferredValue, useEffect, useState } from 'react'
import { Button } from '#design/button.tsx'
import { TabLinks, tabLinkClass, VisuallyHidden } from '#design/navigation.tsx'
import type { Status } from '#features/campaigns/terms.ts'
import { campaignBy } from '#features/campaigns/ui/campaign-of.ts'
import { mayDiscuss } from '#features/comments/policy.ts'
import { threadPages } from '#features/comments/ui/api.ts'
import { DeletedNotice } from '#features/comments/ui/deleted-notice.tsx'
import { Discussion } from '#features/comments/ui/discussion.tsx'
import type { DiscussionSearch, Tab } from '#features/discussion/ui/discussion-search.ts'
import { unseen, useDiscussionNews } from '#features/discussion/ui/use-news.ts'
import { takesUpdates } from '#features/updates/policy.ts'
import { updatePages } from '#features/updates/ui/api.ts'
import { UpdateForm } from '#features/updates/ui/update-form.tsx'
import { UpdateList } from '#features/updates/ui/update-list.tsx'
import { updateFormKey } from '#features/updates/ui/use-post-update.ts'
import { m } from '#messages'
import { isKept } from '#platform/client/kept-text.ts'
import { onPlainClick } from '#platform/client/plain-click.ts'
import { stringifySearch } from '#platform/client/search-text.ts'
import { readSite } from '#platform/client/site.ts'
import { type DiscussionView, discussionView } from './-discussion-view.ts'

export type DiscussionProps = { campaign: { id: string; slug: string; status: Status; isCreator: boolean; isWritable: boolean }; search: DiscussionSearch }

const tabTitles = { updates: m.updates_title, discussion: m.comments_title } as const

/** The creator's updates and the discussion of a campaign, as two tabs that are links. */
export function CampaignDiscussion({ campaign, search }: DiscussionProps) {
  // The current tab stays visible while another one loads.
  const { data: view } = useSuspenseQuery(discussionView(campaign.id, useDeferredValue(search)))
  const news = useDiscussionNews(campaign.id, { isLive: campaign.isWritable && campaign.status === 'active' })
  useNewStatement(campaign.slug, news)
  const waiting = useWaiting(view.tab, { updates: news?.updates ?? null, discussion: news?.comments ?? null })
  const address = (to: DiscussionSearch) => `/campaigns/${campaign.slug}${stringifySearch(to)}`
  const { tab, start, linked, missing, renderedAt } = view
  return (
    <section id="talk" aria-labelledby="talk-title" className="scroll-mt-20">
      <h2 id="talk-title">
        <VisuallyHidden>{m.comments_tabs()}</VisuallyHidden>
      </h2>
      <TabLinks label={m.comments_tabs()}>
        {(['updates', 'discussion'] as const).map((each) => (
          <TabLink key={each} campaign={campaign} tab={each} isShown={tab === each} href={`${address({ tab: each })}#talk`} waiting={waiting[each]} />
        ))}
      </TabLinks>
      <div className="pt-5">
        {missing && <DeletedNotice text={missing === 'comment' ? m.comments_deleted() : m.updates_deleted()} />}
        {tab === 'updates' ? (
          <Updates campaign={campaign} view={view} news={news?.updates} address={address} />
        ) : (
          <Discussion
            key={start}
            about={{ campaignId: campaign.id }}
            state={campaign.isWritable ? (mayDiscuss(campaign) ? 'open' : 'ended') : 'hidden'}
            isOrganizer={campaign.isCreator}
            renderedAt={renderedAt}
            start={start}
            linked={linked}
            news={news?.comments ?? []}
            limits={news?.limits}
            hrefTo={(at) => address({ tab: 'discussion', ...at })}
          />
        )}
      </div>
    </section>
  )
}

/** Loads the campaign again when the company has posted or edited its statement, or a moderator has decided about it. */
function useNewStatement(slug: string, news: { statement: number | null } | null) {
  const queryClient = useQueryClient()
  useEffect(() => {
    const { queryKey } = campaignBy(slug)
    const shown = queryClient.getQueryData(queryKey)?.reply?.statement
    const version = shown && !shown.moderation ? shown.updatedAt.getTime() : null
    if (news && news.statement !== version) void queryClient.invalidateQueries({ queryKey })
  }, [slug, news, queryClient])
}

type TabLinkProps = { campaign: { id: string; slug: string }; tab: Tab; isShown: boolean; href: string; waiting: number }

function TabLink({ campaign: { id, slug }, tab, isShown, href, waiting }: TabLinkProps) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const go = onPlainClick(() => {
    // The cached pages of the other tab lack the new entries, so they are removed and loaded again.
    if (waiting > 0 && !isShown)
      queryClient.removeQueries({ queryKey: (tab === 'updates' ? updatePages(id) : threadPages({ campaignId: id })).queryKey, exact: true })
    navigate({ to: '/campaigns/$slug', params: { slug }, search: { tab }, resetScroll: false })
  })
  return (
    <a href={href} onClick={go} aria-current={isShown ? 'page' : undefined} className={tabLinkClass}>
      {tabTitles[tab]()}
      {waiting > 0 && !isShown && (
        <span className="type-label rounded-full bg-ink px-2 py-0.5 text-xs text-paper tabular-nums">{m.comments_tab_new({ count: waiting })}</span>
      )}
    </a>
  )
}

type UpdatesProps = {
  campaign: DiscussionProps['campaign']
  view: DiscussionView
  news: readonly string[] | undefined
  address: (to: DiscussionSearch) => string
}

function Updates({ campaign, view, news, address }: UpdatesProps) {
  const viewerId = readSite().viewer?.id
  const isActive = campaign.isWritable && takesUpdates(campaign)
  function posted(updateId: string) {
    // The list begins further down, so the page is loaded again at the new update.
    if (view.start) window.location.assign(address({ tab: 'updates', updateId }))
  }
  return (
    <>
      {campaign.isCreator && viewerId && isActive && (
        <WriteUpdate campaignId={campaign.id} viewerId={viewerId} returnTo={address({ tab: 'updates' })} onPosted={posted} />
      )}
      <UpdateList
        key={view.start}
        campaignId={campaign.id}
        isActive={isActive}
        isWritable={campaign.isWritable}
        renderedAt={view.renderedAt}
        start={view.start}
        linkedId={view.linked?.id ?? null}
        news={news}
        hrefFrom={(cursor) => `${address({ tab: 'updates', cursor })}#talk`}
      />
    </>
  )
}

type WriteUpdateProps = { campaignId: string; viewerId: string; returnTo: string; onPosted: (updateId: string) => void }

/** The creator's form, collapsed until it is opened or has saved text. */
function WriteUpdate({ campaignId, viewerId, returnTo, onPosted }: WriteUpdateProps) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (isKept(updateFormKey(viewerId, campaignId))) setOpen(true)
  }, [viewerId, campaignId])
  if (!isOpen) {
    return (
      <Button onClick={() => setOpen(true)} icon={<Megaphone className="size-5" aria-hidden="true" />}>
        {m.updates_write()}
      </Button>
    )
  }
  const close = () => setOpen(false)
  const posted = ({ id }: { id: string }) => {
    close()
    onPosted(id)
  }
  return <UpdateForm campaignId={campaignId} viewerId={viewerId} returnTo={returnTo} onPosted={posted} onClose={close} />
}

/** Returns the number of new entries in each tab since it was last shown, or since the page was opened. */
function useWaiting(shown: Tab, news: { [tab in Tab]: readonly string[] | null }): { [tab in Tab]: number } {
  const [seen, setSeen] = useState<{ [tab in Tab]?: string }>({})
  const { updates, discussion } = news
  useEffect(() => {
    if (!updates || !discussion) return
    const newest = { updates: updates[0] ?? '', discussion: discussion[0] ?? '' }
    setSeen((before) => ({ ...newest, ...before, [shown]: newest[shown] }))
  }, [shown, updates, discussion])
  const since = (tab: Tab) => (seen[tab] === undefined ? 0 : unseen(news[tab] ?? [], { newest: seen[tab], known: new Set() }).length)
  return { updates: since('updates'), discussion: since('discussion') }
}
