import { useQueryClient } from '@tanstack/react-query'
import { useAlert } from '#design/alerts.tsx'
import { useToast } from '#design/toasts.tsx'
import { m } from '#messages'
import { focusNeighbor } from '#platform/client/focus-neighbor.ts'
import { changeItems } from '#platform/client/pages.ts'
import type { Member } from '../contract.ts'
import { api } from './api.ts'
import { useAct } from './use-act.ts'

/** The actions of owner and mods on a member. Severe ones require a confirmation that states the consequence. */
export function useMemberActs(communityId: string) {
  const queryClient = useQueryClient()
  const { confirm } = useAlert()
  const toast = useToast()
  const act = useAct()
  const change = (personId: string, to: (member: Member) => Member[]) =>
    changeItems<Member>(queryClient, api.list.key(), (items) => items.flatMap((each) => (each.person.id === personId ? to(each) : [each])))
  const gone = (personId: string) => change(personId, () => [])

  return {
    setRole: ({ person: { id: personId, name } }: Member, role: 'mod' | 'member') =>
      act({
        change: () => change(personId, (member) => [{ ...member, role }]),
        send: () => api.setRole.call({ id: communityId, personId, role }),
        failed: m.community_members_role_failed({ name }),
      }),

    async transfer({ person: { id: personId, name } }: Member) {
      if (!(await confirm(m.community_members_transfer_ask({ name }), { confirm: m.community_members_transfer(), danger: true }))) return
      const done = await act({ send: () => api.transfer.call({ id: communityId, personId }), failed: m.community_members_transfer_failed({ name }) })
      if (!done) return
      toast({ text: m.community_members_transferred({ name }) })
      await queryClient.invalidateQueries({ queryKey: api.list.key() })
    },

    async remove({ person: { id: personId, name } }: Member) {
      const keepFocus = focusNeighbor()
      if (!(await confirm(m.community_members_remove_ask({ name }), { confirm: m.community_members_remove(), danger: true }))) return
      await act({
        change: () => gone(personId),
        send: () => api.remove.call({ id: communityId, personId }),
        failed: m.community_members_remove_failed({ name }),
        keepFocus,
      })
    },

    async ban({ person: { id: personId, name } }: Member) {
      const keepFocus = focusNeighbor()
      if (!(await confirm(m.community_members_ban_ask({ name }), { confirm: m.community_members_ban(), danger: true }))) return
      const done = await act({
        change: () => gone(personId),
        send: () => api.ban.call({ id: communityId, personId }),
        failed: m.community_members_ban_failed({ name }),
        keepFocus,
      })
      if (done) await queryClient.invalidateQueries({ queryKey: api.banned.key() })
    },
  }
}
