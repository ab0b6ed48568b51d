import { createFileRoute } from '@tanstack/react-router'
import { requireViewer } from '#features/accounts/ui/require-viewer.ts'
import { CampaignWizard } from '#features/campaign-wizard/ui/public.ts'
import { pageHead } from '#features/site/ui/head.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'

export const Route = createFileRoute('/campaigns/create')({
  beforeLoad: ({ location }) => ({ viewer: requireViewer(location) }),
  head: () => pageHead({ title: m.wizard_header(nouns), path: '/campaigns/create', hidden: true }),
  component: Create,
})

function Create() {
  const { viewer } = Route.useRouteContext()
  return <CampaignWizard personId={viewer.id} />
}
