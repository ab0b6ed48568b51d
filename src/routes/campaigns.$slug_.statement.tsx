import { createFileRoute, notFound } from '@tanstack/react-router'
import { campaignOf } from '#features/campaigns/ui/campaign-of.ts'
import { statementOf } from '#features/replies/ui/api.ts'
import { NoCompanyStatement, StatementVersions } from '#features/replies/ui/statement-page.tsx'
import { headOfFound } from '#features/site/ui/head.ts'
import { m } from '#messages'
import { nullIfAbsent } from '#platform/client/null-if-absent.ts'

export const Route = createFileRoute('/campaigns/$slug_/statement')({
  loader: async ({ context: { queryClient }, params: { slug }, location }) => {
    const { id, title, target } = await campaignOf({ queryClient, slug, below: `/statement${location.searchStr}` })
    if (!(await nullIfAbsent(queryClient.fetchQuery(statementOf(id))))) throw notFound()
    const page = { title: m.replies_versions({ name: target.name }), path: `/campaigns/${slug}/statement`, hidden: true }
    return { campaign: { id, slug, title }, page }
  },
  head: headOfFound(m.replies_no_statement),
  notFoundComponent: NoCompanyStatement,
  component: () => <StatementVersions campaign={Route.useLoaderData().campaign} />,
})
