import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useAlert } from '#design/alerts.tsx'
import { useToast } from '#design/toasts.tsx'
import { signInHref, useAuth } from '#features/accounts/ui/public.ts'
import { m } from '#messages'
import { actDone } from '#platform/client/own-acts.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import type { ListedCommunity, Membership } from '../contract.ts'
import { isOwner } from '../policy.ts'
import { api } from './api.ts'
import { keepInside, learnStanding, membershipKey } from './held-communities.ts'

type Joinable = {
  community: Pick<ListedCommunity, 'id' | 'name' | 'privacy' | 'members' | 'approvesMembers' | 'viewer'>
  /** Cards have room for the short ones. */
  texts: 'short' | 'long'
  /** From an invite link: it is let in at once. */
  invite?: string | undefined
  /** The address of the page that it stands on: visitors are led back to it when they have signed in. */
  here: string
}

export type MembershipControl = ReturnType<typeof useMembership>

const nobody: Membership = { status: null, role: null }
const member: Membership = { status: 'active', role: 'member' }
const waiting: Membership = { status: 'pending', role: null }

type Act = 'join' | 'leave' | 'take back'

/** Joins and leaves at once on screen, then for good; taken back with a word why if the server refuses. */
export function useMembership({ community, texts, invite, here }: Joinable) {
  const { id, name, privacy, approvesMembers, viewer, members } = community
  const { viewer: reader } = useAuth()
  const queryClient = useQueryClient()
  const router = useRouter()
  const { alert, confirm } = useAlert()
  const toast = useToast()
  const mutationKey = membershipKey(id)

  /** Joining is a request, which owner or mods answer. */
  const asks = privacy === 'private' && approvesMembers && !invite

  const changing = useMutation({
    mutationKey,
    // Sent one after another, so the last press wins.
    scope: { id: mutationKey.join(' ') },
    mutationFn: (act: Act) =>
      act === 'join' ? api.join.call({ id, ...(invite ? { invite } : {}) }) : api.leave.call({ id, onlyRequest: act === 'take back' }),
    onMutate(act) {
      const before = { standing: { viewer, members }, giveBack: keepInside(queryClient, id) }
      const hopedFor = act !== 'join' ? nobody : asks ? waiting : member
      learnStanding(queryClient, id, { viewer: hopedFor, members: members + countOf(hopedFor) - countOf(viewer) })
      return before
    },
    onSuccess(answer, act) {
      const { status, role } = answer
      if (queryClient.isMutating({ mutationKey }) > 1) return
      learnStanding(queryClient, id, { viewer: { status, role }, members: answer.members })
      if (act === 'join' && status === 'pending') toast({ text: m.communities_requested_toast() })
      // Other features show members too. What is held of communities has learnt it.
      void queryClient.invalidateQueries({ predicate: ({ queryKey: [path] }) => !(Array.isArray(path) && path[0] === 'communities') })
      // Now another may look inside: what the page shows is asked for anew.
      if (privacy === 'private') void queryClient.invalidateQueries({ queryKey: api.get.key() }).then(() => router.invalidate())
    },
    onError(error, _act, before) {
      if (before) learnStanding(queryClient, id, before.standing)
      before?.giveBack()
      if (refusalOf(error)?.code === 'UNAUTHORIZED') return window.location.assign(backHere())
      void alert(problemText(error, texts))
      // Deleted meanwhile: no list shows it any more.
      if (refusalOf(error)?.status === 404) void actDone(queryClient)
    },
  })

  async function leave() {
    if (isOwner({ viewer })) return alert(ownerStays[texts]())
    const isMissed = privacy === 'private' && viewer.status === 'active'
    if (isMissed && !(await confirm(m.communities_leave_confirm({ name }), { confirm: m.communities_leave(), danger: true }))) return
    changing.mutate(viewer.status === 'pending' ? 'take back' : 'leave')
  }

  return {
    viewer,
    name,
    asks,
    /** For visitors: joining begins there, and leads back. */
    signIn: reader ? null : signInHref(here),
    join: () => changing.mutate('join'),
    /** Also takes a request back. */
    leave: () => void leave(),
  }
}

const countOf = ({ status }: Membership) => Number(status === 'active')
const backHere = () => signInHref(`${window.location.pathname}${window.location.search}`)

const ownerStays = { short: m.communities_owner_stays, long: m.communities_owner_stays_long } as const
const failed = { short: m.communities_membership_failed, long: m.communities_membership_failed_long } as const

function problemText(error: unknown, texts: 'short' | 'long'): string {
  const { code, status } = refusalOf(error) ?? {}
  if (status === 404) return m.communities_not_found()
  if (code === 'OWNER_STAYS') return ownerStays[texts]()
  if (code === 'BANNED') return m.communities_banned()
  if (code === 'INVITE_INVALID') return m.communities_invite_invalid()
  return failed[texts]()
}
