import type { QueryClient } from '@tanstack/react-query'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { answerPages, answersInput, api, threadPages } from './api.ts'

/** Where a comment stands: its thread, and the cursor from which the list begins with that, unless the first page holds it. */
export type FoundComment = { id: string; rootId: string; start: string | undefined }

const mostPages = 50

/** Finds a comment of this campaign and loads what shows it, however far down. Null where there is none. */
export async function findComment(queryClient: QueryClient, asked: { campaignId: string; commentId: string }): Promise<FoundComment | null> {
  const { campaignId, commentId } = asked
  const comment = await api.get.call({ id: commentId }).catch((error: unknown) => {
    if (refusalOf(error)?.status === 404) return null
    throw error
  })
  if (comment?.campaignId !== campaignId) return null
  const { rootId } = comment
  const first = await queryClient.ensureInfiniteQueryData(threadPages(campaignId))
  const isOnFirst = first.pages.some(({ items }) => items.some(({ id }) => id === rootId))
  const start = isOnFirst ? undefined : comment.cursor
  if (start) await queryClient.ensureInfiniteQueryData(threadPages(campaignId, start))
  await loadAnswers(queryClient, { rootId, untilId: commentId })
  return { id: commentId, rootId, start }
}

/** The pages of a thread up to the one with this comment, as if "More replies" had been pressed so often. */
async function loadAnswers(queryClient: QueryClient, { rootId, untilId }: { rootId: string; untilId: string }): Promise<void> {
  const { queryKey } = answerPages(rootId)
  const holds = (pages: { items: { id: string }[] }[]) => untilId === rootId || pages.some(({ items }) => items.some(({ id }) => id === untilId))
  const held = queryClient.getQueryData(queryKey)
  if (held && holds(held.pages)) return
  const pages = []
  const pageParams: (string | undefined)[] = []
  let from: string | undefined
  do {
    const page = await api.thread.call(answersInput(rootId, from))
    pages.push(page)
    pageParams.push(from)
    from = page.nextCursor ?? undefined
  } while (from && !holds(pages) && pages.length < mostPages)
  queryClient.setQueryData(queryKey, { pages, pageParams })
}
