import { useMutation } from '@tanstack/react-query'
import { refusalOf } from '#platform/client/refusal-of.ts'
import type { OwnPledge } from '../contract.ts'
import { api } from './api.ts'
import { problemText } from './problem-text.ts'
import { signInToReturn } from './sign-in-to-return.ts'

type Given = { campaignId: string; pledge: OwnPledge; onChanged: (pledge: OwnPledge) => void }

/** Shows the choice at once, and takes it back with the reason if the server refuses. */
export function usePledgePrivacy({ campaignId, pledge, onChanged }: Given) {
  const setting = useMutation({
    // One request after the other, so that the last choice is the one that stays.
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
