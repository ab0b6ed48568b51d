import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { api } from '#features/campaigns/ui/api.ts'
import { CampaignNotFound } from '#features/campaigns/ui/campaign-not-found.tsx'
import { campaignOf } from '#features/campaigns/ui/campaign-of.ts'
import { EditHistory } from '#features/campaigns/ui/edit-history.tsx'
import { headOfFound } from '#features/site/ui/head.ts'
import { m } from '#messages'
import { listFrom } from '#platform/client/list-start.ts'
import { readerOf } from '#platform/client/search-text.ts'

const editsOf = (id: string, cursor: string | undefined) => api.history.queryOptions({ input: { id, ...(cursor ? { cursor } : {}) } })
const entryOf = (id: string, editId: string) => api.historyEntry.queryOptions({ input: { id, editId } })

type Search = { edit?: string | undefined; cursor?: string | undefined }
const read = (given: Record<string, unknown>): Search => ({ edit: readerOf(given).short('edit'), cursor: readerOf(given).cursor() })

export const Route = createFileRoute('/campaigns/$slug_/history')({
  validateSearch: read,
  loaderDeps: ({ search }) => read(search),
  loader: async ({ context: { queryClient }, params: { slug }, deps: { edit, cursor }, location }) => {
    const { id, title } = await campaignOf({ queryClient, slug, below: `/history${location.searchStr}` })
    await listFrom(queryClient.ensureQueryData(editsOf(id, cursor)), () => redirect({ to: '/campaigns/$slug/history', params: { slug } }))
    // If the requested edit does not exist, the page shows the list alone.
    const entry = edit === undefined ? null : await queryClient.ensureQueryData(entryOf(id, edit)).catch(() => null)
    return { campaign: { id, slug, title }, entry, page: { title: m.history_page_title({ title }), path: `/campaigns/${slug}/history`, hidden: true } }
  },
  head: headOfFound(m.campaigns_not_found_title),
  notFoundComponent: CampaignNotFound,
  component: History,
})

function History() {
  const { campaign, entry } = Route.useLoaderData()
  const { cursor } = Route.useLoaderDeps()
  const { data } = useSuspenseQuery(editsOf(campaign.id, cursor))
  return <EditHistory campaign={campaign} edits={data.items} nextCursor={data.nextCursor} cursor={cursor} entry={entry} />
}
