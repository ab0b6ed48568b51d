import { createFileRoute, notFound } from '@tanstack/react-router'
import { CampaignNotFound } from '#features/campaigns/ui/campaign-not-found.tsx'
import { campaignOf } from '#features/campaigns/ui/campaign-of.ts'
import { dailyLists } from '#features/pledges/receipts/ui/api.ts'
import { ProofPage } from '#features/pledges/receipts/ui/proof-page.tsx'
import { headOfFound } from '#features/site/ui/head.ts'
import { m } from '#messages'
import { nullIfAbsent } from '#platform/client/null-if-absent.ts'

export const Route = createFileRoute('/campaigns/$slug_/proof')({
  loader: async ({ context: { queryClient }, params: { slug } }) => {
    const { id, title } = await campaignOf({ queryClient, slug, below: '/proof' })
    // A draft has no lists, not even for its creator.
    if ((await nullIfAbsent(queryClient.ensureInfiniteQueryData(dailyLists(id)))) === null) throw notFound()
    const page = { title: m.receipts_page_title({ title }), description: m.receipts_says(), path: `/campaigns/${slug}/proof`, hidden: true }
    return { campaign: { id, slug, title }, page }
  },
  head: headOfFound(m.campaigns_not_found_title),
  notFoundComponent: CampaignNotFound,
  component: Proof,
})

function Proof() {
  return <ProofPage campaign={Route.useLoaderData().campaign} />
}
