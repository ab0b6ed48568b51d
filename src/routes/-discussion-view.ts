import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { threadPages } from '#features/comments/ui/api.ts'
import { findComment } from '#features/comments/ui/find-comment.ts'
import type { DiscussionSearch, Tab } from '#features/discussion/ui/discussion-search.ts'
import { findUpdate, newestUpdate, updatePages } from '#features/updates/ui/api.ts'
import { loadedFrom } from '#platform/client/list-start.ts'

/** The part of a campaign's discussion that an address shows: the tab, the cursor at which its list begins, and the entry to scroll to. */
export type DiscussionView = {
  tab: Tab
  start: string | undefined
  linked: { id: string; rootId: string } | null
  /** The kind of the entry that the address names and that is not there any more. */
  missing: 'comment' | 'update' | null
  renderedAt: number
}

/** Resolves the address and loads what it shows, on the server and in the browser. */
export const discussionView = (campaignId: string, search: DiscussionSearch) =>
  queryOptions({
    queryKey: ['talk', campaignId, search],
    queryFn: async ({ client }): Promise<DiscussionView> => ({ missing: null, ...(await placeOf(client, campaignId, search)), renderedAt: Date.now() }),
    staleTime: 'static',
  })

type Found = Omit<DiscussionView, 'renderedAt' | 'missing'> & Partial<Pick<DiscussionView, 'missing'>>

async function placeOf(client: QueryClient, campaignId: string, { tab, updateId, commentId, cursor }: DiscussionSearch): Promise<Found> {
  if (commentId) {
    const found = await findComment(client, { about: { campaignId }, commentId })
    if (found) return { tab: 'discussion', start: found.start, linked: { id: found.id, rootId: found.rootId } }
  }
  if (updateId) {
    const found = await findUpdate(client, { campaignId, updateId })
    if (found) return { tab: 'updates', start: found.start, linked: { id: found.id, rootId: found.id } }
  }
  const asked = tab ?? (commentId ? 'discussion' : updateId ? 'updates' : undefined)
  const found = await listAt(client, campaignId, { tab: asked, cursor: tab && cursor })
  return { ...found, missing: commentId ? 'comment' : updateId ? 'update' : null }
}

/** An address without a tab opens the updates if there are any, otherwise the discussion. */
async function listAt(client: QueryClient, campaignId: string, { tab, cursor }: Pick<DiscussionSearch, 'tab' | 'cursor'>): Promise<Found> {
  if (tab !== 'discussion') {
    const start = await loadedFrom((from) => client.ensureInfiniteQueryData(updatePages(campaignId, from)), cursor)
    const updates = client.getQueryData(updatePages(campaignId, start).queryKey)
    if (tab || updates?.pages.some(({ items }) => items.length > 0)) return { tab: 'updates', start, linked: null }
  }
  const start = await loadedFrom((from) => client.ensureInfiniteQueryData(threadPages({ campaignId }, from)), cursor)
  return { tab: 'discussion', start, linked: null }
}

/** Returns the newest update, for the line above the text: from the loaded list, or queried where the address shows something else. */
export async function latestUpdate(client: QueryClient, campaignId: string) {
  const loaded = client.getQueryData(updatePages(campaignId).queryKey)
  const [update] = loaded ? (loaded.pages[0]?.items ?? []) : (await client.ensureQueryData(newestUpdate(campaignId))).items
  return update ? { id: update.id, title: update.title, createdAt: update.createdAt } : null
}
