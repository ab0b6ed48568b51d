import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { api } from '#features/campaigns/ui/api.ts'
import { CampaignNotFound } from '#features/campaigns/ui/campaign-not-found.tsx'
import { campaignOf } from '#features/campaigns/ui/campaign-of.ts'
import { EditHistory } from '#features/campaigns/ui/edit-history.tsx'
import { pageHead } from '#features/site/ui/head.ts'
import { m } from '#messages'
import { listFrom } from '#platform/client/list-start.ts'

const editsOf = (id: string, cursor: string | undefined) => api.history.queryOptions({ input: { id, limit: 20, ...(cursor ? { cursor } : {}) } })
const entryOf = (id: string, editId: string) => api.historyEntry.queryOptions({ input: { id, editId } })

type Search = { edit?: string | undefined; cursor?: string | undefined }
const read = (given: Record<string, unknown>): Search => ({
  edit: typeof given.edit === 'string' ? given.edit.slice(0, 100) || undefined : undefined,
  cursor: typeof given.cursor === 'string' ? given.cursor.slice(0, 500) || undefined : undefined,
})

export const Route = createFileRoute('/campaigns/$slug_/history')({
  // The loader and the components form a chunk that only this page loads.
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
  validateSearch: read,
  loaderDeps: ({ search }) => read(search),
  loader: async ({ context: { queryClient }, params: { slug }, deps: { edit, cursor }, location }) => {
    const { id, title } = await campaignOf({ queryClient, slug, below: `/history${location.searchStr}` })
    await listFrom(queryClient.ensureQueryData(editsOf(id, cursor)), () => redirect({ to: '/campaigns/$slug/history', params: { slug } }))
    // An edit that does not exist is not shown; the list is.
    const entry = edit === undefined ? null : await queryClient.ensureQueryData(entryOf(id, edit)).catch(() => null)
    return { campaign: { id, slug, title }, entry }
  },
  head: ({ loaderData, params }) =>
    pageHead({
      title: loaderData ? m.history_page_title({ title: loaderData.campaign.title }) : m.campaigns_not_found_title(),
      path: `/campaigns/${params.slug}/history`,
      hidden: true,
    }),
  notFoundComponent: CampaignNotFound,
  component: History,
})

function History() {
  const { campaign, entry } = Route.useLoaderData()
  const { cursor } = Route.useLoaderDeps()
  const { data } = useSuspenseQuery(editsOf(campaign.id, cursor))
  return <EditHistory campaign={campaign} edits={data.items} nextCursor={data.nextCursor} cursor={cursor} entry={entry} />
}
