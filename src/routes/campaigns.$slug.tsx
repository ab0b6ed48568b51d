import { useQueryErrorResetBoundary, useSuspenseQuery } from '@tanstack/react-query'
import { CatchBoundary, createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { useMemo } from 'react'
import { SkeletonLines } from '#design/skeleton.tsx'
import { ErrorState } from '#design/states.tsx'
import { resendReady } from '#features/accounts/ui/public.ts'
import { DraftPlace, draftReady } from '#features/campaign-admin/ui/draft-place.tsx'
import { CampaignNotFound } from '#features/campaigns/ui/campaign-not-found.tsx'
import { campaignBy, campaignOf } from '#features/campaigns/ui/campaign-of.ts'
import { CampaignPage } from '#features/campaigns/ui/campaign-page.tsx'
import { CampaignSkeleton } from '#features/campaigns/ui/campaign-skeleton.tsx'
import { Chat } from '#features/chat/ui/public.ts'
import { BehindCampaign, behindCampaign } from '#features/community-campaigns/ui/public.ts'
import { previewOf } from '#features/media/policy.ts'
import { pageHead } from '#features/site/ui/head.ts'
import { useRetry } from '#features/site/ui/public.ts'
import { growthOf } from '#features/supporters/ui/api.ts'
import { Growth } from '#features/supporters/ui/growth.tsx'
import { readTalkSearch } from '#features/talk/ui/public.ts'
import { m } from '#messages'
import { brand } from '#platform/brand.ts'
import { loadedOnce, partWhenSeen, WhenSeen } from '#platform/client/when-seen.tsx'

const placePart = loadedOnce(() => import('./-talk-place.ts'))
const talkPart = partWhenSeen(() => import('./-campaign-talk.tsx').then((loaded) => loaded.CampaignTalk))

/** A draft is not talked about yet and has no numbers, and nobody here was there when history was made. */
const isTalkedAbout = (campaign: { status: string; isHistorical: boolean }) => campaign.status !== 'draft' && !campaign.isHistorical

const isThere = () => false
const isMissed = () => true

export const Route = createFileRoute('/campaigns/$slug')({
  validateSearch: readTalkSearch,
  loader: async ({ context: { queryClient }, params, location }) => {
    const campaign = await campaignOf({ queryClient, slug: params.slug, below: location.searchStr })
    const { id, title, summary, target, cover, status, isHistorical, viewer } = campaign
    const isTalked = isTalkedAbout(campaign)
    // Comes by itself where it is needed: a first visit has its page from the server.
    const talk = isTalked ? Promise.all([placePart(), talkPart.ready()]) : null
    const [isTalkMissed] = await Promise.all([
      // The rest of the page does without it.
      talk?.then(([{ talkPlace }]) => queryClient.ensureQueryData(talkPlace(id, readTalkSearch(location.search))).then(isThere, isMissed)),
      status === 'draft' && draftReady(),
      viewer.pledge?.state === 'unconfirmed' && resendReady(),
      isTalked && queryClient.prefetchQuery(growthOf(id)),
      isTalked && queryClient.prefetchQuery(behindCampaign(id)),
    ])
    return { title, summary, targetName: target.name, cover, isDraft: status === 'draft', isHistorical, isTalkMissed: isTalkMissed === true }
  },
  head: ({ loaderData, params }) => {
    if (!loaderData) return { meta: [{ title: m.site_title({ page: m.campaigns_not_found_title(), name: brand.name }) }] }
    const { title, summary, targetName, cover, isDraft, isHistorical } = loaderData
    const describe = isHistorical ? m.campaigns_description_history : m.campaigns_description
    return pageHead({
      title,
      description: describe({ summary, target: targetName }),
      path: `/campaigns/${params.slug}`,
      type: 'article',
      image: cover && previewOf(cover),
      hidden: isDraft,
    })
  },
  pendingComponent: CampaignSkeleton,
  notFoundComponent: CampaignNotFound,
  component: CampaignBySlug,
})

function CampaignBySlug() {
  const { slug } = Route.useParams()
  const search = Route.useSearch()
  const { isTalkMissed } = Route.useLoaderData()
  const { data } = useSuspenseQuery(campaignBy(slug))
  const { id, status, viewer } = data
  // By what is known now: it may have been published since this page was loaded.
  const isTalked = isTalkedAbout(data)
  const { isCreator } = viewer
  const { tab, updateId, commentId, cursor } = search
  // The same from one rendering to the next: what the server rendered stays until its code is there.
  const talk = useMemo(() => {
    if (!isTalked) return null
    if (isTalkMissed) return <TalkMissed reset={() => {}} />
    const campaign = { id, slug, status, isCreator }
    const asked = { tab, updateId, commentId, cursor }
    return (
      <WhenSeen begin={talkPart.begin} isWanted={Boolean(updateId || commentId)} fallback={<SkeletonLines lines={6} />}>
        <CatchBoundary getResetKey={() => JSON.stringify(asked)} errorComponent={TalkMissed}>
          <talkPart.Part campaign={campaign} search={asked} />
        </CatchBoundary>
      </WhenSeen>
    )
  }, [id, slug, status, isCreator, isTalked, isTalkMissed, tab, updateId, commentId, cursor])
  return (
    <CampaignPage
      key={id}
      campaign={data}
      draft={<DraftPlace campaign={data} />}
      talk={talk}
      chat={isTalked && <Chat campaign={data} />}
      plot={isTalked && <Growth campaignId={id} />}
      behind={isTalked && <BehindCampaign campaignId={id} isCreator={isCreator} />}
    />
  )
}

/** In place of updates and comments that could not be loaded: nothing else of the page goes with them. */
function TalkMissed({ reset }: Pick<ErrorComponentProps, 'reset'>) {
  const failed = useQueryErrorResetBoundary()
  const retry = useRetry(() => {
    // Whoever asks for it sees where it stands.
    talkPart.begin()
    failed.reset()
    reset()
  })
  return (
    <section id="talk">
      <ErrorState title={m.comments_talk_missed()} onRetry={retry} />
    </section>
  )
}
