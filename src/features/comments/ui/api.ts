import { apiFor } from '#platform/client/api.ts'
import type { commentsContract } from '../contract.ts'

export const api = apiFor<typeof commentsContract>('comments')

const answersAtOnce = 100

/** The first comments of a campaign's threads from `start` on, else from the newest. Nothing moves them but what the reader does. */
export const threadPages = (campaignId: string, start?: string) =>
  api.list.infiniteOptions({
    input: (from: string | undefined) => ({ id: campaignId, limit: 20, ...(from ? { cursor: from } : {}) }),
    initialPageParam: start,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 'static',
  })

export const answersInput = (rootId: string, from: string | undefined) => ({ id: rootId, limit: answersAtOnce, ...(from ? { cursor: from } : {}) })

/** Everything below a thread's first comment, oldest first. */
export const answerPages = (rootId: string) =>
  api.thread.infiniteOptions({
    input: (from: string | undefined) => answersInput(rootId, from),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 'static',
  })
