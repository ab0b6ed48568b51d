import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { findComment, threadPages } from '#features/comments/ui/public.ts'
import type { Tab, TalkSearch } from '#features/talk/ui/public.ts'
import { findUpdate, updatePages } from '#features/updates/ui/public.ts'
import { loadedFrom } from '#platform/client/list-start.ts'

/** What of a campaign's talk an address shows: the tab, where its list begins, and what is brought into view. */
export type TalkPlace = { tab: Tab; start: string | undefined; linked: { id: string; rootId: string } | null; renderedAt: number }

/** Finds the place and loads what it shows, on the server as in the browser. */
export const talkPlace = (campaignId: string, search: TalkSearch) =>
  queryOptions({
    queryKey: ['talk', campaignId, search],
    queryFn: async ({ client }): Promise<TalkPlace> => ({ ...(await placeOf(client, campaignId, search)), renderedAt: Date.now() }),
    staleTime: 'static',
  })

type Found = Omit<TalkPlace, 'renderedAt'>

async function placeOf(client: QueryClient, campaignId: string, { tab, updateId, commentId, cursor }: TalkSearch): Promise<Found> {
  if (commentId) {
    const found = await findComment(client, { about: { campaignId }, commentId })
    if (found) return { tab: 'discussion', start: found.start, linked: { id: found.id, rootId: found.rootId } }
  }
  if (updateId) {
    const found = await findUpdate(client, { campaignId, updateId })
    if (found) return { tab: 'updates', start: found.start, linked: { id: found.id, rootId: found.id } }
  }
  // What a link leads to may be gone: then it just opens the tab.
  const asked = tab ?? (commentId ? 'discussion' : updateId ? 'updates' : undefined)
  return listAt(client, campaignId, { tab: asked, cursor: tab && cursor })
}

/** Without a word in the address the tab that has something to read. */
async function listAt(client: QueryClient, campaignId: string, { tab, cursor }: Pick<TalkSearch, 'tab' | 'cursor'>): Promise<Found> {
  if (tab !== 'discussion') {
    const start = await loadedFrom((from) => client.ensureInfiniteQueryData(updatePages(campaignId, from)), cursor)
    const updates = client.getQueryData(updatePages(campaignId, start).queryKey)
    if (tab || updates?.pages.some(({ items }) => items.length > 0)) return { tab: 'updates', start, linked: null }
  }
  const start = await loadedFrom((from) => client.ensureInfiniteQueryData(threadPages({ campaignId }, from)), cursor)
  return { tab: 'discussion', start, linked: null }
}
