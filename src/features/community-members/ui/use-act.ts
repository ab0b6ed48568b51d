import { useQueryClient } from '@tanstack/react-query'
import { useToast } from '#design/toasts.tsx'
import { signInHref } from '#features/accounts/ui/public.ts'
import { m } from '#messages'
import { focusBeside } from '#platform/client/focus-beside.ts'
import { dropLate } from '#platform/client/own-acts.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { api, communitiesApi } from './api.ts'

/** How many acts wait for their answer. */
let underWay = 0

type Act = {
  /** What the screen shows at once. */
  change?: () => void
  send: () => Promise<unknown>
  failed: string
  /** Where the keyboard goes if the row goes; asked for before a dialog took it. */
  keepFocus?: () => void
}

/** Does something about members: on screen at once, taken back with a word why if the server refuses. True where it was done. */
export function useAct() {
  const queryClient = useQueryClient()
  const toast = useToast()
  return async ({ change, send, failed, keepFocus = focusBeside() }: Act): Promise<boolean> => {
    // What is being asked for again would bring back what is changed now. First loads go on, or their places would stay empty.
    dropLate(queryClient, api.key())
    const before = queryClient.getQueriesData({ queryKey: api.key() })
    change?.()
    keepFocus()
    underWay++
    try {
      await send()
    } catch (error) {
      for (const [key, data] of before) queryClient.setQueryData(key, data)
      if (refusalOf(error)?.code === 'UNAUTHORIZED') window.location.assign(signInHref(`${window.location.pathname}${window.location.search}`))
      else toast({ text: [failed, reason(error)].filter(Boolean).join(' '), tone: 'problem' })
      // It may be another than it was when this page asked.
      void queryClient.invalidateQueries({ queryKey: api.key() })
      return false
    } finally {
      underWay--
    }
    // Not before the last answer: the others would stand there again until theirs.
    if (underWay === 0) void queryClient.invalidateQueries({ queryKey: api.key() })
    void queryClient.invalidateQueries({ queryKey: communitiesApi.get.key() })
    return true
  }
}

const reasons: Record<string, () => string> = {
  OWNER_ONLY: m.community_members_owner_only,
  MODERATORS_ONLY: m.community_members_moderators_only,
  NOT_A_MEMBER: m.community_members_not_a_member,
  NOT_WAITING: m.community_members_not_waiting,
  OWNER_STAYS: m.community_members_owner_stays,
  TOO_MANY_INVITES: m.community_members_too_many_invites,
  NOT_FOUND: m.community_members_gone,
}

function reason(error: unknown): string {
  const refusal = refusalOf(error)
  if (!refusal) return m.error_network()
  return refusal.status === 429 ? m.error_too_many() : (reasons[refusal.code]?.() ?? '')
}
