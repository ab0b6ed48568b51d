import type { QueryClient } from '@tanstack/react-query'
import { nullIfAbsent } from '#platform/client/null-if-absent.ts'
import { loadPageOf } from '#platform/client/pages.ts'
import type { CommentSubject } from '../terms.ts'
import { answerPages, answersInput, api, threadPages } from './api.ts'
import { isAbout } from './comment-cache.ts'

/** `start` is the cursor at which the list starts with the comment's thread; undefined if the thread is on the first page. */
export type FoundComment = { id: string; rootId: string; start: string | undefined }

const mostPages = 50

/** Finds a comment on this campaign or post and loads the pages that contain it. Null if there is no such comment. */
export async function findComment(queryClient: QueryClient, asked: { about: CommentSubject; commentId: string }): Promise<FoundComment | null> {
  const { about, commentId } = asked
  const comment = await commentBy(commentId)
  if (!comment || !isAbout(comment, about)) return null
  const { rootId } = comment
  const start = await loadPageOf({ id: rootId, cursor: comment.cursor }, (from) => queryClient.ensureInfiniteQueryData(threadPages(about, from)))
  await loadAnswers(queryClient, { rootId, untilId: commentId })
  return { id: commentId, rootId, start }
}

/** The campaign or post that a comment belongs to; null if this viewer may not see it. */
export async function positionOfComment(commentId: string): Promise<CommentSubject | null> {
  const { campaignId, postId } = (await commentBy(commentId)) ?? {}
  return postId ? { postId } : campaignId ? { campaignId } : null
}

const commentBy = (id: string) => nullIfAbsent(api.get.call({ id }))

/** Loads the pages of a thread up to the one with this comment. */
async function loadAnswers(queryClient: QueryClient, { rootId, untilId }: { rootId: string; untilId: string }): Promise<void> {
  const { queryKey } = answerPages(rootId)
  const holds = (pages: { items: { id: string }[] }[]) => untilId === rootId || pages.some(({ items }) => items.some(({ id }) => id === untilId))
  const cached = queryClient.getQueryData(queryKey)
  if (cached && holds(cached.pages)) return
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
