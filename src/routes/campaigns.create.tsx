import { createFileRoute } from '@tanstack/react-router'
import { requireViewer } from '#features/accounts/ui/require-viewer.ts'
import { CampaignWizard } from '#features/organizer/wizard/ui/campaign-wizard.tsx'
import { pageHead } from '#features/site/ui/head.ts'
import { PagePending } from '#features/site/ui/page-pending.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { isId } from '#platform/id.ts'

export const Route = createFileRoute('/campaigns/create')({
  validateSearch: readDraft,
  beforeLoad: ({ location }) => ({ viewer: requireViewer(location) }),
  head: () => pageHead({ title: m.wizard_header(nouns), path: '/campaigns/create', hidden: true }),
  pendingComponent: PagePending,
  component: Create,
})

/** `draft`: the saved draft to continue; `step`: the step to open, as far as it may be opened. `target`: the slug of a new campaign's target. */
function readDraft({ draft, step, target }: Record<string, unknown>): { draft?: string; step?: number; target?: string } {
  const id = String(draft).toLowerCase()
  if (!isId(id)) return typeof target === 'string' && target.length <= 200 ? { target } : {}
  return { draft: id, ...(/^[1-6]$/.test(String(step)) ? { step: Number(step) } : {}) }
}

function Create() {
  const { viewer } = Route.useRouteContext()
  const { draft, step, target } = Route.useSearch()
  return <CampaignWizard personId={viewer.id} draftId={draft ?? null} step={step} target={target} />
}
