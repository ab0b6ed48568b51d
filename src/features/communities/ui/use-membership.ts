import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useAlert } from '#design/alerts.tsx'
import { useToast } from '#design/toasts.tsx'
import { signUpHref } from '#features/accounts/ui/sign-in-href.ts'
import { signInToReturn } from '#features/accounts/ui/sign-in-to-return.ts'
import { useAuth } from '#features/accounts/ui/use-auth.ts'
import { m } from '#messages'
import { refetchAfterMutation } from '#platform/client/mutation-effects.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import type { ListedCommunity, Membership } from '../contract.ts'
import { isOwner } from '../policy.ts'
import { api } from './api.ts'
import { cacheMembership, keepInside, membershipKey } from './community-cache.ts'

type Joinable = {
  community: Pick<ListedCommunity, 'id' | 'name' | 'privacy' | 'members' | 'approvesMembers' | 'viewer'>
  /** Length of the messages; cards have space for short ones only. */
  texts: 'short' | 'long'
  /** Token from an invite link: joins without approval. */
  invite?: string | undefined
  /** Address of the page, to which visitors return after signing in. */
  here: string
}

export type MembershipControl = ReturnType<typeof useMembership>

const nobody: Membership = { status: null, role: null }
const member: Membership = { status: 'active', role: 'member' }
const waiting: Membership = { status: 'pending', role: null }

type Act = 'join' | 'leave' | 'take back'

/** Joins and leaves with an optimistic update; a refusal rolls it back and shows the reason. */
export function useMembership({ community, texts, invite, here }: Joinable) {
  const { id, name, privacy, approvesMembers, viewer, members } = community
  const { viewer: reader } = useAuth()
  const queryClient = useQueryClient()
  const router = useRouter()
  const { alert, confirm } = useAlert()
  const toast = useToast()
  const mutationKey = membershipKey(id)

  /** True if joining sends a request, which owner or mods approve. */
  const asks = privacy === 'private' && approvesMembers && !invite

  const changing = useMutation({
    mutationKey,
    // Mutations with the same scope run one after another, so that the last press determines the result.
    scope: { id: mutationKey.join(' ') },
    mutationFn: (act: Act) =>
      act === 'join' ? api.join.call({ id, ...(invite ? { invite } : {}) }) : api.leave.call({ id, onlyRequest: act === 'take back' }),
    onMutate(act) {
      const before = { membership: { viewer, members }, giveBack: keepInside(queryClient, id) }
      const hopedFor = act !== 'join' ? nobody : asks ? waiting : member
      cacheMembership(queryClient, id, { viewer: hopedFor, members: members + countOf(hopedFor) - countOf(viewer) })
      return before
    },
    onSuccess(answer, act) {
      const { status, role } = answer
      if (queryClient.isMutating({ mutationKey }) > 1) return
      cacheMembership(queryClient, id, { viewer: { status, role }, members: answer.members })
      if (act === 'join' && status === 'pending') toast({ text: m.communities_requested_toast() })
      // Other features show memberships too, so their queries are refetched. The cached communities are already updated above.
      void queryClient.invalidateQueries({ predicate: ({ queryKey: [path] }) => !(Array.isArray(path) && path[0] === 'communities') })
      // The viewer's access to the content may have changed, so the page refetches it.
      if (privacy === 'private') void queryClient.invalidateQueries({ queryKey: api.get.key() }).then(() => router.invalidate())
    },
    onError(error, _act, before) {
      if (before) cacheMembership(queryClient, id, before.membership)
      before?.giveBack()
      if (refusalOf(error)?.code === 'UNAUTHORIZED') return signInToReturn()
      void alert(problemText(error, texts))
      // The community was deleted meanwhile, so the lists are refetched without it.
      if (refusalOf(error)?.status === 404) void refetchAfterMutation(queryClient)
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
    /** The address for visitors to sign up or in, which returns to this page. */
    signIn: reader ? null : signUpHref(here),
    join: () => changing.mutate('join'),
    /** Also withdraws a request. */
    leave: () => void leave(),
  }
}

const countOf = ({ status }: Membership) => Number(status === 'active')

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
