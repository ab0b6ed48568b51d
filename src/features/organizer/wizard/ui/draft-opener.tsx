import { buttonClass } from '#design/button.tsx'
import { PageSpinner } from '#design/spinner.tsx'
import { EmptyState, ErrorState } from '#design/states.tsx'
import { signInAgainHref } from '#features/accounts/ui/sign-in-href.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { type Progress, progressName } from '../progress.ts'
import { furthestStep, problemsOf } from '../steps.ts'
import { pathOf } from './path-of.ts'
import { useOpening } from './use-opening.ts'
import { VersionChoice } from './version-choice.tsx'
import { Wizard } from './wizard.tsx'

/** Opens a saved draft: the saved version, or the one left in this browser if the saved one has not changed since. */
export function DraftOpener({ personId, draftId, step }: { personId: string; draftId: string; step?: number | undefined }) {
  const { opening, load, loadSaved } = useOpening(draftId, progressName({ personId, draftId }))
  if (opening.kind === 'loading') return <PageSpinner />
  if (opening.kind === 'failed') return <NotOpened error={opening.error} draftId={draftId} onRetry={() => void load()} />
  if (opening.campaign.status !== 'draft') return <NoDraft id={draftId} />
  if (opening.kind === 'choice') return <VersionChoice takeKept={opening.takeKept} takeSaved={opening.takeSaved} />
  return (
    <Wizard
      key={opening.times}
      place={{ personId, draftId }}
      subject={{ id: draftId, base: opening.start.base }}
      start={at(opening.start, step)}
      onLoadSaved={loadSaved}
    />
  )
}

/** Opens the requested step, or an earlier one that lacks something. */
const at = (start: Progress, step: number | undefined): Progress =>
  step === undefined ? start : { ...start, step: Math.min(step, furthestStep(problemsOf(start.draft))) }

function NotOpened({ error, draftId, onRetry }: { error: unknown; draftId: string; onRetry: () => void }) {
  const refusal = refusalOf(error)
  const toDashboard = (
    <a href="/dashboard" className={buttonClass()}>
      {m.wizard_to_dashboard()}
    </a>
  )
  if (refusal?.status === 401)
    return (
      <EmptyState
        className="mt-6"
        title={m.wizard_signed_out()}
        action={
          <a href={signInAgainHref(pathOf(draftId))} className={buttonClass({ tone: 'primary' })}>
            {m.wizard_sign_in()}
          </a>
        }
      />
    )
  if (refusal?.code === 'CAMPAIGN_NOT_ACTIVE') return <NoDraft id={draftId} />
  if (refusal?.status === 404 || refusal?.status === 403) return <EmptyState className="mt-6" title={m.wizard_draft_absent()} action={toDashboard} />
  return <ErrorState className="mt-6" title={m.wizard_draft_failed()} onRetry={onRetry} action={toDashboard} />
}

function NoDraft({ id }: { id: string }) {
  return (
    <EmptyState
      className="mt-6"
      title={m.wizard_no_draft(nouns)}
      action={
        <a href={`/campaigns/${id}`} className={buttonClass({ tone: 'primary' })}>
          {m.wizard_view_campaign(nouns)}
        </a>
      }
    >
      {m.wizard_no_draft_text()}
    </EmptyState>
  )
}
