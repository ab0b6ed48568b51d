import { useQuery, useQueryClient } from '@tanstack/react-query'
import { dropLate } from '#platform/client/mutation-effects.ts'
import type { OwnAction, PledgeInFull } from '../contract.ts'
import { pledgeInFull } from './api.ts'
import { withAction } from './use-ticks.ts'

/** The viewer's pledge to a campaign (undefined until it has loaded) and a function that replaces one of its actions. */
export function useOwnPledge(campaignId: string): { own: PledgeInFull | undefined; onChanged: (action: OwnAction) => void } {
  const queryClient = useQueryClient()
  const { data } = useQuery(pledgeInFull(campaignId))
  const { queryKey } = pledgeInFull(campaignId)
  return {
    own: data,
    onChanged(action) {
      dropLate(queryClient, queryKey)
      queryClient.setQueryData(queryKey, (before) => before && { ...before, actions: withAction(before.actions, action) })
    },
  }
}
