import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useAlert } from '#design/alerts.tsx'
import { Button } from '#design/button.tsx'
import type { Campaign } from '#features/campaigns/contract.ts'
import { mayDelete, mayPublish } from '#features/campaigns/policy.ts'
import { addressPart } from '#features/campaigns/terms.ts'
import { ContinueEditing } from '#features/campaigns/ui/continue-editing.tsx'
import { m } from '#messages'
import { api } from './api.ts'
import { PublishProblems } from './publish-problems.tsx'
import { usePublish } from './use-publish.ts'

/** Buttons to publish a draft, continue editing it, or delete it. */
export function DraftPanel({ campaign }: { campaign: Campaign }) {
  const { id } = campaign
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { alert, confirm } = useAlert()
  const publishing = usePublish(id, '/campaigns/$slug/admin')
  const deleting = useMutation({
    mutationFn: () => api.remove.call({ id }),
    onSuccess: async () => {
      queries.removeQueries({ queryKey: api.get.queryKey({ input: { idOrSlug: addressPart(campaign) } }) })
      await queries.invalidateQueries({ queryKey: api.mine.key() })
      // Not awaited: the dashboard waits until this mutation is done.
      void navigate({ to: '/dashboard' })
    },
    onError: () => alert(m.admin_delete_failed()),
  })
  const isBusy = publishing.isPending || deleting.isPending
  async function remove() {
    if (await confirm(m.admin_delete_ask(), { confirm: m.admin_delete(), danger: true })) deleting.mutate()
  }
  return (
    <section aria-label={m.campaigns_draft_note()} className="border-y border-line bg-sunk">
      <div className="page-column flex flex-col gap-4 py-6">
        <p className="type-title text-xl">{m.campaigns_draft_note()}</p>
        <div className="flex flex-wrap gap-3">
          {mayPublish(campaign) && (
            <Button tone="primary" pending={publishing.isPending} disabled={deleting.isPending} onClick={() => publishing.mutate()}>
              {m.campaigns_draft_publish()}
            </Button>
          )}
          <ContinueEditing id={id} title={campaign.title} />
          {mayDelete(campaign) && (
            <Button tone="danger" pending={deleting.isPending} disabled={isBusy && !deleting.isPending} onClick={() => void remove()}>
              {m.admin_delete()}
            </Button>
          )}
        </div>
        <div role="alert" className="empty:hidden">
          {publishing.isError && <PublishProblems draftId={id} error={publishing.error} />}
        </div>
      </div>
    </section>
  )
}
