import type { QueryClient, QueryKey } from '@tanstack/react-query'

const mostMs = 5_000
const recentMs = 30_000

/**
 * Resolves when no mutation of the viewer is running, or after 5 s. Otherwise a page that loads while a pledge is being sent
 * would show the old state and keep it; a mutation that ends later triggers a refetch. After a recent mutation it also
 * invalidates inactive queries, even those that count as fresh, because their time comes from the server's clock.
 */
export async function mutationsSettled(queryClient: QueryClient): Promise<void> {
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
      if (isLate) void refetchAfterMutation(queryClient)
      resolve()
    })
  })
}

/**
 * Removes cached queries that no page shows, static ones included, so that they are fetched again when shown. Running fetches
 * continue.
 */
export const removeUnusedQueries = (queryClient: QueryClient): void => queryClient.removeQueries({ type: 'inactive', fetchStatus: 'idle' })

/**
 * Call it after a mutation that affects more than it writes to the cache:
 * refetches the active queries, static ones included, and drops the others.
 */
export async function refetchAfterMutation(queryClient: QueryClient): Promise<void> {
  removeUnusedQueries(queryClient)
  const still = queryClient.getQueryCache().findAll({ type: 'active', predicate: (query) => query.isStatic() })
  await Promise.allSettled([queryClient.invalidateQueries(), ...still.map((query) => query.fetch())])
}

/**
 * Call it before writing an answer to the cache: cancels running refetches, whose older result would overwrite it. First loads
 * continue.
 */
export const dropLate = (queryClient: QueryClient, queryKey: QueryKey): void =>
  void queryClient.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined })
