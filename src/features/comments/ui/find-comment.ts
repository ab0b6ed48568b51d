import type { QueryClient } from '@tanstack/react-query'
import { refusalOf } from '#platform/client/refusal-of.ts'
import type { Place } from '../terms.ts'
import { answerPages, answersInput, api, threadPages } from './api.ts'
import { isAbout } from './held-comments.ts'

/** Where a comment stands: its thread, and the cursor from which the list begins with that, unless the first page holds it. */
export type FoundComment = { id: string; rootId: string; start: string | undefined }

const mostPages = 50

/** Finds a comment about this campaign or post and loads what shows it, however far down. Null where there is none. */
export async function findComment(queryClient: QueryClient, asked: { about: Place; commentId: string }): Promise<FoundComment | null> {
  const { about, commentId } = asked
  const comment = await commentBy(commentId)
  if (!comment || !isAbout(comment, about)) return null
  const { rootId } = comment
  const first = await queryClient.ensureInfiniteQueryData(threadPages(about))
  const isOnFirst = first.pages.some(({ items }) => items.some(({ id }) => id === rootId))
  const start = isOnFirst ? undefined : comment.cursor
  if (start) await queryClient.ensureInfiniteQueryData(threadPages(about, start))
  await loadAnswers(queryClient, { rootId, untilId: commentId })
  return { id: commentId, rootId, start }
}

/** What a comment is about; null where there is none for this reader. */
export async function placeOfComment(commentId: string): Promise<Place | null> {
  const { campaignId, postId } = (await commentBy(commentId)) ?? {}
  return postId ? { postId } : campaignId ? { campaignId } : null
}

const commentBy = (id: string) =>
  api.get.call({ id }).catch((error: unknown) => {
    if (refusalOf(error)?.status === 404) return null
    throw error
  })

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
