import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Section } from '#design/section.tsx'
import { requireViewer } from '#features/accounts/ui/require-viewer.ts'
import { growthOf } from '#features/campaigns/growth/ui/api.ts'
import { Growth } from '#features/campaigns/growth/ui/growth.tsx'
import { mayWrite } from '#features/campaigns/policy.ts'
import { campaignBy } from '#features/campaigns/ui/campaign-of.ts'
import { CampaignSkeleton } from '#features/campaigns/ui/campaign-skeleton.tsx'
import { AdminPage } from '#features/organizer/admin/ui/admin-page.tsx'
import { AdminDenied, AdminFailed, AdminNotFound } from '#features/organizer/admin/ui/admin-states.tsx'
import { ownCampaign } from '#features/organizer/admin/ui/own-campaign.ts'
import { headOfLoaded } from '#features/site/ui/head.ts'
import { takesUpdates } from '#features/updates/policy.ts'
import { updatePages } from '#features/updates/ui/api.ts'
import { UpdateForm } from '#features/updates/ui/update-form.tsx'
import { UpdateList } from '#features/updates/ui/update-list.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'

export const Route = createFileRoute('/campaigns/$slug_/admin')({
  beforeLoad: ({ location }) => ({ viewer: requireViewer(location) }),
  loader: async ({ context: { queryClient }, params: { slug }, location }) => {
    const campaign = await ownCampaign({ queryClient, slug, below: `/admin${location.searchStr}` })
    if (campaign && campaign.status !== 'draft')
      await Promise.all([queryClient.prefetchQuery(growthOf(campaign.id)), queryClient.ensureInfiniteQueryData(updatePages(campaign.id))])
    return { isOwn: campaign !== null, page: { title: campaign?.title ?? m.admin_manage(), path: `/campaigns/${slug}/admin`, hidden: true } }
  },
  head: headOfLoaded,
  pendingComponent: CampaignSkeleton,
  notFoundComponent: AdminNotFound,
  errorComponent: AdminFailed,
  component: Admin,
})

function Admin() {
  const { isOwn } = Route.useLoaderData()
  return isOwn ? <Own /> : <AdminDenied />
}

function Own() {
  const { slug } = Route.useParams()
  const { viewer } = Route.useRouteContext()
  const { data } = useSuspenseQuery(campaignBy(slug))
  const { id, status } = data
  if (status === 'draft') return <AdminPage campaign={data} />
  const isWritable = mayWrite(data)
  const isActive = isWritable && takesUpdates(data)
  return (
    // No key by status: parts that are mounted again would cancel the loading of their lists after a victory.
    <AdminPage
      campaign={data}
      updateForm={
        isWritable && (
          <Section id="post-update" title={m.updates_post_creator()}>
            {isActive ? (
              <UpdateForm campaignId={id} viewerId={viewer.id} returnTo={`/campaigns/${slug}/admin`} requireTitle />
            ) : (
              <p className="max-w-prose text-muted">{m.updates_only_active(nouns)}</p>
            )}
          </Section>
        )
      }
      updatesHistory={
        <Section id="updates-history" title={m.updates_history()}>
          <UpdateList campaignId={id} isActive={isActive} isWritable={isWritable} />
        </Section>
      }
      plot={<Growth campaignId={id} />}
    />
  )
}
