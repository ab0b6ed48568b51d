import { Button } from '#design/button.tsx'
import type { Campaign } from '#features/campaigns/contract.ts'
import { mayPublish } from '#features/campaigns/policy.ts'
import { ContinueEditing } from '#features/campaigns/ui/continue-editing.tsx'
import { m } from '#messages'
import { PublishProblems } from './publish-problems.tsx'
import { usePublish } from './use-publish.ts'

/** A note on the viewer's own draft that only they can see it, with a button that publishes it. */
export function DraftBanner({ campaign }: { campaign: Campaign }) {
  const publishing = usePublish(campaign.id, '/campaigns/$slug')
  if (!mayPublish(campaign)) return null
  return (
    <div className="border-b border-line bg-sunk">
      <div className="page-column flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
        <p className="type-title text-lg">{m.campaigns_draft_note()}</p>
        <div className="flex flex-wrap gap-2">
          <ContinueEditing id={campaign.id} title={campaign.title} />
          <Button tone="primary" pending={publishing.isPending} onClick={() => publishing.mutate()}>
            {m.campaigns_draft_publish()}
          </Button>
        </div>
        <div role="alert" className="w-full empty:hidden">
          {publishing.isError && <PublishProblems draftId={campaign.id} error={publishing.error} />}
        </div>
      </div>
    </div>
  )
}
