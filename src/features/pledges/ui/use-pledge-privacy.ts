import { useMutation } from '@tanstack/react-query'
import { signInToReturn } from '#features/accounts/ui/sign-in-to-return.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import type { OwnPledge } from '../contract.ts'
import { api } from './api.ts'
import { problemText } from './problem-text.ts'

type Options = { campaignId: string; pledge: OwnPledge; onChanged: (pledge: OwnPledge) => void }

/** Shows the choice at once and reverts it with a message if the server refuses. */
export function usePledgePrivacy({ campaignId, pledge, onChanged }: Options) {
  const setting = useMutation({
    // Sends one request at a time, so that the last choice wins.
    scope: { id: `pledge-privacy ${campaignId}` },
    mutationFn: (isPrivate: boolean) => api.setPrivate.call({ id: campaignId, isPrivate }),
    onSuccess: (answer) => onChanged(answer.pledge),
    onError: (error) => {
      if (refusalOf(error)?.code === 'UNAUTHORIZED') signInToReturn()
    },
  })
  return {
    isPrivate: setting.isPending ? setting.variables : pledge.isPrivate,
    setPrivate: (isPrivate: boolean) => setting.mutate(isPrivate),
    problem: setting.isError ? problemText(setting.error) : null,
  }
}
