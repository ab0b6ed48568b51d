import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, notFound, redirect } from '@tanstack/react-router'
import { buttonClass } from '#design/button.tsx'
import { EmptyState } from '#design/states.tsx'
import { api } from '#features/campaigns/ui/api.ts'
import { CampaignPage } from '#features/campaigns/ui/campaign-page.tsx'
import { CampaignSkeleton } from '#features/campaigns/ui/campaign-skeleton.tsx'
import { pageHead } from '#features/site/ui/head.ts'
import { m } from '#messages'
import { brand, nouns } from '#platform/brand.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'

const one = (slug: string) => api.get.queryOptions({ input: { idOrSlug: slug } })

export const Route = createFileRoute('/campaigns/$slug')({
  loader: async ({ context: { queryClient }, params, location }) => {
    const campaign = await queryClient.ensureQueryData(one(params.slug)).catch((error: unknown) => {
      // Nothing has a name this long or of these characters, so a malformed one is not found either.
      if ([400, 404].includes(refusalOf(error)?.status ?? 0)) throw notFound()
      throw error
    })
    if (campaign.slug !== params.slug)
      throw redirect({ href: `/campaigns/${campaign.slug}${location.searchStr}`, statusCode: campaign.status === 'draft' ? 307 : 301 })
    const { title, summary, target, cover, status, isHistorical } = campaign
    return { title, summary, targetName: target.name, cover, isDraft: status === 'draft', isHistorical }
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
      image: cover,
      hidden: isDraft,
    })
  },
  pendingComponent: CampaignSkeleton,
  notFoundComponent: CampaignNotFound,
  component: CampaignBySlug,
})

function CampaignBySlug() {
  const { slug } = Route.useParams()
  const { data } = useSuspenseQuery(one(slug))
  return <CampaignPage key={data.id} campaign={data} />
}

function CampaignNotFound() {
  return (
    <div className="page-column py-12">
      <EmptyState
        level={1}
        title={m.campaigns_not_found_title()}
        action={
          <Link to="/campaigns" className={buttonClass({ tone: 'primary' })}>
            {m.campaigns_not_found_back(nouns)}
          </Link>
        }
      >
        {m.campaigns_not_found_text()}
      </EmptyState>
    </div>
  )
}
