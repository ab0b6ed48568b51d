import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAlert } from '#design/alerts.tsx'
import { Button } from '#design/button.tsx'
import { m } from '#messages'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { api, mine } from './api.ts'

/** Receives the focus after the draft that had it was deleted. */
export const ownHeading = 'own-campaigns'

export function DeleteDraft({ id, title }: { id: string; title: string }) {
  const queryClient = useQueryClient()
  const { alert, confirm } = useAlert()
  const deleting = useMutation({
    mutationFn: () =>
      api.remove.call({ id }).catch((error: unknown) => {
        // Not found means that the draft is already deleted.
        if (refusalOf(error)?.status !== 404) throw error
      }),
    onSuccess() {
      queryClient.setQueryData(mine().queryKey, (all) => all?.filter((campaign) => campaign.id !== id))
      document.getElementById(ownHeading)?.focus({ preventScroll: true })
    },
    onError: () => alert(m.admin_delete_failed()),
  })
  async function remove() {
    if (await confirm(m.admin_delete_ask(), { confirm: m.admin_delete(), danger: true })) deleting.mutate()
  }
  return (
    <Button tone="danger" pending={deleting.isPending} onClick={() => void remove()} aria-label={m.dashboard_delete_named({ title })}>
      {m.dashboard_delete()}
    </Button>
  )
}
