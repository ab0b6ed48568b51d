import { createFileRoute, redirect } from '@tanstack/react-router'
import { CampaignWizard } from '#features/campaign-wizard/ui/public.ts'
import { pageHead } from '#features/site/ui/head.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { readSite } from '#platform/client/site.ts'

export const Route = createFileRoute('/campaigns/create')({
  beforeLoad: ({ location }) => {
    const { viewer } = readSite()
    if (!viewer) throw redirect({ href: `/auth?${new URLSearchParams({ returnTo: location.href })}` })
    return { viewer }
  },
  head: () => pageHead({ title: m.wizard_header(nouns), path: '/campaigns/create', hidden: true }),
  component: Create,
})

function Create() {
  const { viewer } = Route.useRouteContext()
  return <CampaignWizard personId={viewer.id} />
}
