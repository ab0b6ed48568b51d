import { createFileRoute, notFound } from '@tanstack/react-router'
import { requireViewer } from '#features/accounts/ui/require-viewer.ts'
import { campaignOf } from '#features/campaigns/ui/campaign-of.ts'
import { requestOf } from '#features/replies/ui/api.ts'
import { AskPage } from '#features/replies/ui/ask-page.tsx'
import { NobodyToAsk } from '#features/replies/ui/statement-page.tsx'
import { headOfFound } from '#features/site/ui/head.ts'
import { m } from '#messages'
import { nullIfAbsent } from '#platform/client/null-if-absent.ts'

export const Route = createFileRoute('/campaigns/$slug_/ask')({
  beforeLoad: ({ location }) => ({ viewer: requireViewer(location) }),
  loader: async ({ context: { queryClient }, params: { slug }, location }) => {
    const { id, title, target } = await campaignOf({ queryClient, slug, below: `/ask${location.searchStr}` })
    if (!(await nullIfAbsent(queryClient.fetchQuery(requestOf(id))))) throw notFound()
    const page = { title: m.replies_ask_title({ name: target.name }), path: `/campaigns/${slug}/ask`, hidden: true }
    return { campaign: { id, slug, title }, page }
  },
  head: headOfFound(m.replies_ask_none),
  notFoundComponent: NobodyToAsk,
  component: () => <AskPage campaign={Route.useLoaderData().campaign} />,
})
