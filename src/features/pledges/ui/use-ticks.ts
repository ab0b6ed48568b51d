import { useMutation } from '@tanstack/react-query'
import { signInToReturn } from '#features/accounts/ui/sign-in-to-return.ts'
import { m } from '#messages'
import { refusalOf } from '#platform/client/refusal-of.ts'
import type { OwnAction } from '../contract.ts'
import { api } from './api.ts'
import { problemText } from './problem-text.ts'

export type TicksOptions = {
  campaignId: string
  /** Replaces one action in every list that shows it. */
  onChanged: (action: OwnAction) => void
}

/** Optimistic update: marks an action at once, and reverts it with a message if the server refuses. */
export function useTicks({ campaignId, onChanged }: TicksOptions) {
  const ticking = useMutation({
    // Sends one request at a time, so that the last choice wins.
    scope: { id: `ticks ${campaignId}` },
    mutationFn: ({ id, isDone }: OwnAction) => (isDone ? api.tick : api.untick).call({ id: campaignId, actionId: id }),
    onMutate: onChanged,
    onError: (error, action) => {
      onChanged({ ...action, isDone: !action.isDone })
      if (refusalOf(error)?.code === 'UNAUTHORIZED') signInToReturn()
    },
  })
  const isGone = ticking.isError && refusalOf(ticking.error)?.code === 'NOT_FOUND'
  const problem = ticking.isError ? (isGone ? m.pledges_action_gone() : problemText(ticking.error)) : null
  return { problem, setDone: (action: OwnAction, isDone: boolean) => ticking.mutate({ ...action, isDone }) }
}

export const withAction = (actions: readonly OwnAction[], changed: OwnAction): OwnAction[] =>
  actions.map((action) => (action.id === changed.id ? changed : action))
