import { useQuery, useQueryErrorResetBoundary, useSuspenseQuery } from '@tanstack/react-query'
import { CatchBoundary, createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { useMemo } from 'react'
import { SkeletonLines } from '#design/skeleton.tsx'
import { ErrorState } from '#design/states.tsx'
import { growthOf } from '#features/campaigns/growth/ui/api.ts'
import { Growth } from '#features/campaigns/growth/ui/growth.tsx'
import { mayWrite } from '#features/campaigns/policy.ts'
import { addressPart } from '#features/campaigns/terms.ts'
import { CampaignNotFound } from '#features/campaigns/ui/campaign-not-found.tsx'
import { campaignBy, campaignOf } from '#features/campaigns/ui/campaign-of.ts'
import { CampaignPage } from '#features/campaigns/ui/campaign-page.tsx'
import { CampaignSkeleton } from '#features/campaigns/ui/campaign-skeleton.tsx'
import { staticPartsReady } from '#features/campaigns/ui/static-parts.ts'
import { chatBegun } from '#features/chat/ui/api.ts'
import { Chat, chatReady } from '#features/chat/ui/late-chat.tsx'
import { behindCampaign } from '#features/communities/campaigns/ui/api.ts'
import { readDiscussionSearch } from '#features/discussion/ui/discussion-search.ts'
import { previewOf } from '#features/media/preview.ts'
import { DraftSlot, draftReady } from '#features/organizer/admin/ui/draft-slot.tsx'
import { FirstDaySlot } from '#features/organizer/admin/ui/first-day-slot.tsx'
import { countOf } from '#features/pledges/count/ui/api.ts'
import { CountLadder } from '#features/pledges/count/ui/count-ladder.tsx'
import { useRetry } from '#features/site/ui/error-page.tsx'
import { headOfFound } from '#features/site/ui/head.ts'
import { m } from '#messages'
import { HydrateWhenVisible, loadedOnce, partWhenVisible } from '#platform/client/hydrate-when-visible.tsx'
import { readSite } from '#platform/client/site.ts'
import { isSiteModerator } from '#platform/viewer.ts'

const positionPart = loadedOnce(() => import('./-discussion-view.ts'))
const discussionPart = partWhenVisible(() => import('./-campaign-discussion.tsx').then((loaded) => loaded.CampaignDiscussion))

// Shown to moderators and to the creator of a hidden campaign.
const moderationPart = partWhenVisible(() => import('#features/campaigns/ui/campaign-moderation.tsx').then((loaded) => loaded.CampaignModeration))

const communitiesPart = partWhenVisible(() => import('#features/communities/campaigns/ui/behind-campaign.tsx').then((loaded) => loaded.BehindCampaign))

/** Drafts and historical campaigns have no discussion and no numbers. */
const hasDiscussion = (campaign: { status: string; isHistorical: boolean }) => campaign.status !== 'draft' && !campaign.isHistorical

export const Route = createFileRoute('/campaigns/$slug')({
  validateSearch: readDiscussionSearch,
  loader: async ({ context: { queryClient }, params, location }) => {
    const campaign = await campaignOf({ queryClient, slug: params.slug, below: location.searchStr })
    const { id, title, summary, target, cover, status, isHistorical } = campaign
    const isDiscussed = hasDiscussion(campaign)
    // A separate chunk: a first visit gets its page from the server and does not load it here.
    const discussion = isDiscussed ? Promise.all([positionPart(), discussionPart.ready()]) : null
    const [shownDiscussion] = await Promise.all([
      discussion?.then(async ([{ latestUpdate, discussionView }]) => {
        try {
          await queryClient.ensureQueryData(discussionView(id, readDiscussionSearch(location.search)))
          return { hasFailed: false, latest: await latestUpdate(queryClient, id) }
        } catch {
          // The rest of the page works without it.
          return { hasFailed: true, latest: null }
        }
      }),
      moderationPart.ready(),
      staticPartsReady(),
      isDiscussed && communitiesPart.ready(),
      status === 'draft' && draftReady(),
      isDiscussed && queryClient.prefetchQuery(growthOf(id)),
      isDiscussed && queryClient.prefetchQuery(countOf(id)),
      isDiscussed && queryClient.prefetchQuery(behindCampaign(id)),
      isDiscussed && status === 'active' && queryClient.prefetchQuery(chatBegun(id)),
      isDiscussed && chatReady(),
    ])
    const { hasFailed = false, latest = null } = shownDiscussion ?? {}
    const describe = isHistorical ? m.campaigns_description_history : m.campaigns_description
    const page = {
      title,
      description: describe({ summary, target: target.name }),
      path: `/campaigns/${params.slug}`,
      type: 'article' as const,
      image: cover && previewOf(cover),
      hidden: status === 'draft',
    }
    return { page, hasDiscussionFailed: hasFailed, latest }
  },
  head: headOfFound(m.campaigns_not_found_title),
  pendingComponent: CampaignSkeleton,
  notFoundComponent: CampaignNotFound,
  component: CampaignBySlug,
})

function CampaignBySlug() {
  const { slug } = Route.useParams()
  const search = Route.useSearch()
  const { hasDiscussionFailed, latest } = Route.useLoaderData()
  const { data } = useSuspenseQuery(campaignBy(slug))
  const { id, status, viewer } = data
  // Uses the current data, because the campaign may have been published since this page was loaded.
  const isDiscussed = hasDiscussion(data)
  const { isCreator } = viewer
  const isWritable = mayWrite(data)
  const { tab, updateId, commentId, cursor } = search
  // Memoized, because a new element would replace the server's markup before the code has loaded.
  const discussion = useMemo(() => {
    if (!isDiscussed) return null
    if (hasDiscussionFailed) return <DiscussionFailed reset={() => {}} />
    const campaign = { id, slug, status, isCreator, isWritable }
    const shownSearch = { tab, updateId, commentId, cursor }
    return (
      <HydrateWhenVisible begin={discussionPart.begin} isWanted={Boolean(updateId || commentId)} fallback={<SkeletonLines lines={6} />}>
        <CatchBoundary getResetKey={() => JSON.stringify(shownSearch)} errorComponent={DiscussionFailed}>
          <discussionPart.Part campaign={campaign} search={shownSearch} />
        </CatchBoundary>
      </HydrateWhenVisible>
    )
  }, [id, slug, status, isCreator, isWritable, isDiscussed, hasDiscussionFailed, tab, updateId, commentId, cursor])
  const { data: communities } = useQuery({ ...behindCampaign(id), enabled: isDiscussed })
  const hasCommunities = isDiscussed && Boolean(communities?.items.length)
  const behind = useMemo(
    () =>
      hasCommunities && (
        <HydrateWhenVisible begin={communitiesPart.begin} fallback={null}>
          <communitiesPart.Part campaignId={id} mayTakeOff={isCreator && isWritable} />
        </HydrateWhenVisible>
      ),
    [id, hasCommunities, isCreator, isWritable],
  )
  return (
    <CampaignPage
      key={id}
      campaign={data}
      latest={latest}
      draft={
        <>
          {(data.moderation || isSiteModerator(readSite().viewer)) && (
            <HydrateWhenVisible begin={moderationPart.begin} isWanted fallback={null}>
              <moderationPart.Part campaign={data} />
            </HydrateWhenVisible>
          )}
          <DraftSlot campaign={data} />
        </>
      }
      firstDay={isWritable && <FirstDaySlot key={status} campaign={data} />}
      discussion={discussion}
      chat={isDiscussed && isWritable && <Chat campaign={data} />}
      ladder={isDiscussed && <CountLadder campaign={{ id, slug: addressPart(data) }} />}
      plot={isDiscussed && <Growth campaignId={id} />}
      behind={behind}
    />
  )
}

/** Replaces updates and comments that could not be loaded, so that the rest of the page stays. */
function DiscussionFailed({ reset }: Pick<ErrorComponentProps, 'reset'>) {
  const failed = useQueryErrorResetBoundary()
  const retry = useRetry(() => {
    // The person who presses the button sees this part of the page, so its code is loaded at once.
    discussionPart.begin()
    failed.reset()
    reset()
  })
  return (
    <section id="talk">
      <ErrorState title={m.comments_talk_missed()} onRetry={retry} />
    </section>
  )
}
