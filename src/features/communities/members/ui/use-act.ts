import { useQueryClient } from '@tanstack/react-query'
import { useToast } from '#design/toasts.tsx'
import { signInToReturn } from '#features/accounts/ui/sign-in-to-return.ts'
import { m } from '#messages'
import { failureText } from '#platform/client/failure-text.ts'
import { focusNeighbor } from '#platform/client/focus-neighbor.ts'
import { dropLate } from '#platform/client/mutation-effects.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { api, communitiesApi } from './api.ts'

/** Number of actions that wait for their response. */
let underWay = 0

type Act = {
  /** The optimistic update. */
  change?: () => void
  send: () => Promise<unknown>
  failed: string
  /** Moves the focus if the row is removed. Create it before a dialog takes the focus. */
  keepFocus?: () => void
}

/** Runs an action on members with an optimistic update; a refusal rolls it back and shows the reason. Resolves to true on success. */
export function useAct() {
  const queryClient = useQueryClient()
  const toast = useToast()
  return async ({ change, send, failed, keepFocus = focusNeighbor() }: Act): Promise<boolean> => {
    // Cancels running refetches, which would overwrite the optimistic update. First loads continue, else their lists would stay empty.
    dropLate(queryClient, api.key())
    const before = queryClient.getQueriesData({ queryKey: api.key() })
    change?.()
    keepFocus()
    underWay++
    try {
      await send()
    } catch (error) {
      for (const [key, data] of before) queryClient.setQueryData(key, data)
      if (refusalOf(error)?.code === 'UNAUTHORIZED') signInToReturn()
      else toast({ text: [failed, reason(error)].filter(Boolean).join(' '), tone: 'problem' })
      // The data may have changed since this page loaded it.
      void queryClient.invalidateQueries({ queryKey: api.key() })
      return false
    } finally {
      underWay--
    }
    // Refetches only after the last pending response: an earlier refetch would undo the other optimistic updates.
    if (underWay === 0) void queryClient.invalidateQueries({ queryKey: api.key() })
    void queryClient.invalidateQueries({ queryKey: communitiesApi.get.key() })
    return true
  }
}

export const reasons = {
  OWNER_ONLY: m.community_members_owner_only,
  MODERATORS_ONLY: m.community_members_moderators_only,
  NOT_A_MEMBER: m.community_members_not_a_member,
  NOT_WAITING: m.community_members_not_waiting,
  OWNER_STAYS: m.community_members_owner_stays,
  TOO_MANY_INVITES: m.community_members_too_many_invites,
  NOT_FOUND: m.community_members_gone,
}

const reason = (error: unknown) => failureText(error, reasons, () => '')
