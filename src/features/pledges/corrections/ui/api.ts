import { queryOptions } from '@tanstack/react-query'
import { apiFor } from '#platform/client/api.ts'
import { nullIfAbsent } from '#platform/client/null-if-absent.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import type { correctionsContract } from '../contract.ts'

export const api = apiFor<typeof correctionsContract>('corrections')

/** Statistics of new pledges: of one campaign, by its id or the last part of its address, or of the whole site. Null for an unknown campaign, `own` for one's own. */
export function joinsOf(campaign: string | undefined) {
  const input = campaign ? { campaign } : {}
  return queryOptions({ queryKey: api.joins.queryKey({ input }), queryFn: () => nullIfAbsent(api.joins.call(input)).catch(ownOrThrow), staleTime: 1_000 })
}

function ownOrThrow(error: unknown): 'own' {
  if (refusalOf(error)?.code === 'OWN_CAMPAIGN') return 'own'
  throw error
}

/** Held pledges by groups. Refetched, because a decision takes effect a little later. */
export const heldGroups = () => ({ ...api.held.queryOptions(), staleTime: 1_000, refetchInterval: 3_000 })

const refetchMs = 1_500

/** The latest corrections. Refetched while one is under way, to show its progress. */
export const corrections = () => ({
  ...api.list.queryOptions(),
  staleTime: 1_000,
  refetchInterval: ({ state }: { state: { data?: { items: { state: string }[] } | undefined } }) =>
    state.data?.items.some((each) => each.state === 'running' || each.state === 'undoing') ? refetchMs : false,
})
