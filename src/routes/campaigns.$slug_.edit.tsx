import { createFileRoute, Link, redirect, useNavigate } from '@tanstack/react-router'
import { Breadcrumb } from '#design/navigation.tsx'
import { requireViewer } from '#features/accounts/ui/require-viewer.ts'
import { mayEdit, mayWrite } from '#features/campaigns/policy.ts'
import { AdminDenied, AdminFailed, AdminNotFound } from '#features/organizer/admin/ui/admin-states.tsx'
import { ownCampaign } from '#features/organizer/admin/ui/own-campaign.ts'
import { CampaignEditor } from '#features/organizer/wizard/ui/campaign-editor.tsx'
import { headOfLoaded } from '#features/site/ui/head.ts'
import { PagePending } from '#features/site/ui/page-pending.tsx'
import { m } from '#messages'

export const Route = createFileRoute('/campaigns/$slug_/edit')({
  beforeLoad: ({ location }) => ({ viewer: requireViewer(location) }),
  loader: async ({ context: { queryClient }, params: { slug } }) => {
    const campaign = await ownCampaign({ queryClient, slug, below: '/edit' })
    // A draft is edited in the wizard, and an ended or hidden campaign cannot be edited.
    if (campaign && !(campaign.status !== 'draft' && mayEdit(campaign) && mayWrite(campaign)))
      throw redirect({ to: '/campaigns/$slug/admin', params: { slug } })
    const page = { title: m.admin_edit(), path: `/campaigns/${slug}/edit`, hidden: true }
    return { campaign: campaign && { id: campaign.id, slug, title: campaign.title }, page }
  },
  head: headOfLoaded,
  pendingComponent: PagePending,
  notFoundComponent: AdminNotFound,
  errorComponent: AdminFailed,
  component: Edit,
})

function Edit() {
  const { campaign } = Route.useLoaderData()
  const { viewer } = Route.useRouteContext()
  const navigate = useNavigate()
  if (!campaign) return <AdminDenied />
  return (
    <div className="page-column pt-4 pb-10">
      <Breadcrumb
        trail={[
          <Link key="dashboard" to="/dashboard">
            {m.dashboard_title()}
          </Link>,
          <Link key="admin" to="/campaigns/$slug/admin" params={{ slug: campaign.slug }}>
            {m.admin_manage()}
          </Link>,
        ]}
        current={m.admin_edit()}
      />
      <h1 className="type-title mb-6 text-3xl [overflow-wrap:anywhere]">{m.edit_title({ title: campaign.title })}</h1>
      <CampaignEditor campaign={campaign} personId={viewer.id} onDone={(slug) => navigate({ to: '/campaigns/$slug/admin', params: { slug } })} />
    </div>
  )
}
