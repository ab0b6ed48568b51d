import type { QueryClient, QueryKey } from '@tanstack/react-query'

const mostMs = 5_000
const recentMs = 30_000

/**
 * Resolves when no act of one's own is under way any more, or after 5 s: a page of one's own that is asked for while a
 * pledge is being sent would otherwise show how things were before it, and go on to. What is done later than that is shown then.
 * After an act what is held from before is asked for anew, also where its time says that it is fresh: that is the server's clock.
 */
export async function ownActsDone(queryClient: QueryClient): Promise<void> {
  await actsEnd(queryClient)
  const acts = queryClient.getMutationCache().getAll()
  const isRecent = acts.some(({ state }) => Date.now() - state.submittedAt < recentMs)
  if (isRecent) await queryClient.invalidateQueries({ type: 'inactive', refetchType: 'none' })
}

function actsEnd(queryClient: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    if (queryClient.isMutating() === 0) return resolve()
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      resolve()
    }, mostMs)
    const stop = queryClient.getMutationCache().subscribe(() => {
      if (queryClient.isMutating() > 0) return
      stop()
      clearTimeout(timer)
      if (isLate) void actDone(queryClient)
      resolve()
    })
  })
}

/** What was shown before and is not any more is asked for anew when it is shown again, lists that stand still too. What is being loaded goes on. */
export const forgetUnseen = (queryClient: QueryClient): void => queryClient.removeQueries({ type: 'inactive', fetchStatus: 'idle' })

/** After an own act that changes more than it writes itself: what is shown is asked for anew now, lists that stand still too, all else later. */
export async function actDone(queryClient: QueryClient): Promise<void> {
  forgetUnseen(queryClient)
  const still = queryClient.getQueryCache().findAll({ type: 'active', predicate: (query) => query.isStatic() })
  await Promise.allSettled([queryClient.invalidateQueries(), ...still.map((query) => query.fetch())])
}

/** Before an answer is written into what is held: what is being asked for again may be older, and would take its place. First loads go on. */
export const dropLate = (queryClient: QueryClient, queryKey: QueryKey): void =>
  void queryClient.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined })
