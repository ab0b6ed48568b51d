import { useStore } from '@tanstack/react-form'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useAlert } from '#design/alerts.tsx'
import { Button } from '#design/button.tsx'
import { PageSpinner } from '#design/spinner.tsx'
import { ErrorState } from '#design/states.tsx'
import { useToast } from '#design/toasts.tsx'
import type { EditableCampaign } from '#features/campaigns/contract.ts'
import { addressPart } from '#features/campaigns/terms.ts'
import { m } from '#messages'
import { focusSoon } from '#platform/client/focus-soon.ts'
import { refetchAfterMutation } from '#platform/client/mutation-effects.ts'
import { changesBetween, typedInVain, withFrozen } from '../changes.ts'
import type { WizardDraft } from '../draft.ts'
import { editName } from '../progress.ts'
import { wizardDraftOf } from '../saved-draft.ts'
import { problemsOf } from '../steps.ts'
import { api } from './api.ts'
import { EditFields } from './edit-fields.tsx'
import { EditNotes } from './edit-notes.tsx'
import { focusField } from './focus.ts'
import { useChange } from './use-change.ts'
import { useCover } from './use-cover.ts'
import { forget, useKept } from './use-kept.ts'
import { useOpening } from './use-opening.ts'
import { VersionChoice } from './version-choice.tsx'
import { type StepProps, shownProblem, useWizardForm } from './wizard-form.ts'

type EditorProps = { campaign: { id: string; slug: string }; personId: string; onDone: (slug: string) => void | Promise<void> }

/** Edits the viewer's own active campaign. Typed text is stored in the browser until it is saved or discarded. */
export function CampaignEditor({ campaign: { id }, personId, onDone }: EditorProps) {
  const { opening, load, loadSaved } = useOpening(id, editName(personId, id))
  if (opening.kind === 'failed') return <ErrorState onRetry={() => void load()}>{m.edit_load_failed()}</ErrorState>
  if (opening.kind === 'choice') return <VersionChoice takeKept={opening.takeKept} takeSaved={opening.takeSaved} />
  if (opening.kind === 'loading') return <PageSpinner />
  return <Editor key={opening.times} {...opening} personId={personId} onDone={onDone} onLoadSaved={loadSaved} />
}

type ReadyProps = Pick<EditorProps, 'personId' | 'onDone'> & {
  campaign: EditableCampaign
  start: { draft: WizardDraft; base: string }
  isKept: boolean
  /** Discards the text typed here and loads the saved version. */
  onLoadSaved: () => void
}

function Editor({ campaign, start, isKept, personId, onDone, onLoadSaved }: ReadyProps) {
  const queries = useQueryClient()
  const toast = useToast()
  const { confirm } = useAlert()
  const name = editName(personId, campaign.id)
  const [base, setBase] = useState(start.base)
  const [stored, setStored] = useState(() => wizardDraftOf(campaign))
  const [isFrozen, setFrozen] = useState(campaign.isFrozen)
  const [vain, setVain] = useState(() => (isKept && campaign.isFrozen ? typedInVain(start.draft, stored) : []))
  const [hasKept, setHasKept] = useState(isKept)
  // The same object on every render, since the form would otherwise treat new default values as typed.
  const [first] = useState(() => (!isKept ? stored : campaign.isFrozen ? withFrozen(start.draft, stored) : start.draft))
  const form = useWizardForm(first)
  const draft = useStore(form.store, ({ values }) => values)
  const problems = useMemo(() => problemsOf(draft), [draft])
  const cover = useCover((picture) => form.setFieldValue('cover', picture))
  const isChanged = Object.keys(changesBetween({ before: stored, after: draft, isFrozen })).length > 0
  const { finish } = useKept(name, isChanged ? JSON.stringify({ draft, base }) : null)

  /** Reads the saved version. If fields froze meanwhile, they go back to their saved values and the typed ones are shown. */
  async function catchUp() {
    const now = await api.campaigns.editable.call({ id: campaign.id })
    const published = wizardDraftOf(now)
    const frozeNow = now.isFrozen && !isFrozen
    setStored(published)
    setFrozen(now.isFrozen)
    if (frozeNow) {
      setVain(typedInVain(form.state.values, published))
      form.reset(withFrozen(form.state.values, published), { keepDefaultValues: true })
    }
    return { frozeNow, drafts: { before: published, after: form.state.values, isFrozen: now.isFrozen, base: now.updatedAt.toISOString() } }
  }
  const slug = addressPart(campaign)
  const change = useChange(
    { id: campaign.id, slug },
    {
      onRefused: (field) => focusSoon(() => focusField(field)),
      onFrozen: catchUp,
      onSaved: async (saved) => {
        finish()
        await refetchAfterMutation(queries)
        if (isChanged) toast({ text: m.edit_saved() })
        await onDone(saved)
      },
    },
  )
  /** The saved version becomes the base of the next save, because the editor chose to overwrite it. Null if fields froze meanwhile. */
  async function overwritten() {
    const { frozeNow, drafts } = await catchUp()
    setBase(drafts.base)
    return frozeNow ? null : drafts
  }
  async function loadSaved() {
    if (!(await confirm(m.wizard_load_saved_sure(), { confirm: m.wizard_load_saved(), danger: true }))) return
    finish()
    onLoadSaved()
  }
  function startAnew() {
    forget(name)
    setHasKept(false)
    setVain([])
    form.reset(stored, { keepDefaultValues: true })
  }
  const props: StepProps = {
    form,
    frozen: isFrozen,
    problemAt: (field, left = false) => shownProblem({ field, left, draft, problems, refused: change.refused }),
  }
  return (
    <div className="flex max-w-form flex-col gap-10">
      <EditNotes
        slug={slug}
        vain={vain}
        trouble={change.trouble}
        isSaving={change.isSaving}
        onLoadSaved={() => void loadSaved()}
        onOverwrite={() => void change.saveOver(overwritten)}
        onStartAnew={hasKept ? startAnew : undefined}
      />
      <EditFields {...props} draft={draft} cover={cover} path={`/campaigns/${slug}/edit`} />
      <footer className="sticky bottom-0 z-10 -mx-1 flex items-center justify-end gap-x-3 border-t-2 border-ink bg-paper px-1 py-2 sm:py-3">
        <p role="status" className="min-w-0 grow text-sm leading-tight text-muted">
          {cover.work !== null ? m.wizard_cover_uploading() : isChanged ? m.edit_unsaved() : m.edit_unchanged()}
        </p>
        <Button tone="quiet" onClick={() => void onDone(slug)}>
          {m.edit_back()}
        </Button>
        <Button
          tone="primary"
          pending={change.isSaving}
          disabled={cover.work !== null}
          onClick={() => void change.save({ before: stored, after: draft, isFrozen, base })}
        >
          {m.edit_save()}
        </Button>
      </footer>
    </div>
  )
}
