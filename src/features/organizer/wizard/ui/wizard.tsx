import { useStore } from '@tanstack/react-form'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useAlert } from '#design/alerts.tsx'
import { useToast } from '#design/toasts.tsx'
import { addressPart } from '#features/campaigns/terms.ts'
import { allCauses } from '#features/directory/causes/ui/api.ts'
import { allIndustries } from '#features/directory/industries/ui/api.ts'
import { m } from '#messages'
import { refetchAfterMutation } from '#platform/client/mutation-effects.ts'
import { type Position, type Progress, progressName } from '../progress.ts'
import { furthestStep, isStepValid, problemsOf } from '../steps.ts'
import { type Problem, reviewStep, stepOf } from '../terms.ts'
import { focusField } from './focus.ts'
import { PagePreview } from './page-preview.tsx'
import { pathOf } from './path-of.ts'
import { Similar } from './similar.tsx'
import { StepActions } from './step-actions.tsx'
import { StepCover } from './step-cover.tsx'
import { StepImpact } from './step-impact.tsx'
import { SaveButtons, StepReview } from './step-review.tsx'
import { StepStory } from './step-story.tsx'
import { StepTarget } from './step-target.tsx'
import type { WaysOut } from './trouble-note.tsx'
import { useArrowKeys } from './use-arrow-keys.ts'
import { type Cover, useCover } from './use-cover.ts'
import { useKept } from './use-kept.ts'
import { type Intent, type Saved, type Subject, useSave } from './use-save.ts'
import { type StepProps, shownProblem, stillRefused, useWizardForm } from './wizard-form.ts'
import { WizardFrame } from './wizard-frame.tsx'

type WizardProps = {
  place: Position
  subject: Subject
  start: Progress
  /** Discards the text typed here and loads the saved version. */
  onLoadSaved?: () => void
}

export function Wizard({ place, subject, start, onLoadSaved }: WizardProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { confirm } = useAlert()
  const toast = useToast()
  const form = useWizardForm(start.draft)
  const draft = useStore(form.store, ({ values }) => values)
  const problems = useMemo(() => problemsOf(draft), [draft])
  const [step, setStep] = useState(start.step)
  const [isReviewing, setReviewing] = useState(subject !== null && start.step < reviewStep)
  const [isPreview, setPreview] = useState(false)
  // The step of the last attempt to save, and the draft's problems then.
  const [tried, setTried] = useState<{ step: number; needs: readonly Problem[] }>({ step: start.step, needs: [] })
  const heading = useRef<HTMLHeadingElement>(null)
  const cover = useCover((picture) => form.setFieldValue('cover', picture))
  const saving = useSave({ key: start.key, subject }, { onSaved: leave, onRefused: (field) => go(stepOf(field) ?? reviewStep, field) })
  const progress = useMemo(() => ({ step, key: saving.key, draft, base: saving.base }), [step, saving.key, draft, saving.base])
  const kept = useKept(progressName(place), JSON.stringify(progress))
  const isValid = isStepValid(step, problems)

  usePrefetchedLists()

  /** Opens a step and focuses a field in it or, without one, the heading. */
  function go(to: number, field?: string) {
    flushSync(() => {
      setStep(to)
      setPreview(false)
      if (to === reviewStep) setReviewing(false)
    })
    if (field) return focusField(field)
    heading.current?.focus({ preventScroll: true })
    scrollTo({ top: 0 })
  }
  const next = () => isValid && step < reviewStep && go(step + 1)
  const back = () => step > 1 && go(step - 1)
  useArrowKeys({ right: next, left: back })

  async function leave(saved: Saved, intent: Intent) {
    kept.finish()
    if (intent === 'publish' && saved.status === 'draft') toast({ text: m.wizard_saved_confirm_first(), tone: 'problem' })
    void refetchAfterMutation(queries)
    await (saved.status === 'draft' ? navigate({ to: '/dashboard' }) : navigate({ to: '/campaigns/$slug', params: { slug: addressPart(saved) } }))
  }
  function edit(to: number) {
    setReviewing(true)
    go(to)
  }

  /** In the review, a refusal opens the refused field. In other steps, a draft that cannot be saved stays there and lists its problems. */
  function save(intent: Intent) {
    const needs = step === reviewStep ? [] : problemsOf(draft, { publish: false })
    setTried({ step, needs })
    if (needs.length === 0) void saving.save(draft, intent)
  }

  async function loadSaved() {
    if (!(await confirm(m.wizard_load_saved_sure(), { confirm: m.wizard_load_saved(), danger: true }))) return
    kept.finish()
    onLoadSaved?.()
  }
  const intent = saving.trouble?.intent ?? 'draft'
  const ways: WaysOut = {
    path: pathOf(place.draftId),
    campaign: place.draftId ?? '',
    isSaving: saving.saving !== null,
    onOverwrite: () => void saving.saveOver(draft, intent),
    onLoadSaved: () => void loadSaved(),
    onSaveAsNew: () => void saving.save(draft, 'draft', null),
  }

  // Refused fields are shown until they are changed; other problems only in the step in which saving was tried.
  const isTroubleOver = saving.trouble?.kind === 'fields' ? stillRefused(saving.refused, draft).length === 0 : step !== tried.step
  const props: StepProps = { form, problemAt: (field, left = false) => shownProblem({ field, left, draft, problems, refused: saving.refused }) }
  return (
    <WizardFrame
      step={step}
      furthest={furthestStep(problems)}
      missing={problems.filter(({ field }) => stepOf(field) === step)}
      trouble={isTroubleOver ? null : saving.trouble}
      ways={ways}
      heading={heading}
      onStep={go}
      onBack={back}
      onNext={next}
      onReview={isReviewing && step < reviewStep && furthestStep(problems) === reviewStep ? () => go(reviewStep) : undefined}
      draft={{
        isSaving: saving.saving === 'draft',
        isWaiting: cover.work !== null || saving.saving !== null,
        needs: tried.step === step ? tried.needs.filter(({ field }) => problems.some((problem) => problem.field === field)) : [],
        onSave: () => save('draft'),
      }}
      preview={{ page: <PagePreview draft={draft} work={cover.work} />, isChosen: isPreview, onChoose: () => setPreview(!isPreview) }}
      ending={<SaveButtons cover={cover} saving={saving.saving} onSave={save} />}
    >
      <Step {...props} step={step} cover={cover} path={ways.path} onEdit={edit} />
    </WizardFrame>
  )
}

/** Prefetches the lists that later steps show. */
function usePrefetchedLists(): void {
  const queries = useQueryClient()
  useEffect(() => {
    void queries.prefetchQuery(allCauses())
    void queries.prefetchQuery(allIndustries())
  }, [queries])
}

type StepChoice = StepProps & { step: number; cover: Cover; path: string; onEdit: (step: number) => void }

function Step({ step, cover, path, onEdit, ...props }: StepChoice) {
  const { Subscribe } = props.form
  if (step === 1)
    return (
      <>
        <StepTarget {...props} />
        <Subscribe selector={({ values }) => values}>{({ target, title }) => <Similar target={target} title={title} />}</Subscribe>
      </>
    )
  if (step === 2) return <StepStory {...props} />
  if (step === 3) return <StepActions {...props} />
  if (step === 4) return <StepImpact {...props} />
  if (step === 5) return <StepCover {...props} cover={cover} path={path} />
  return <StepReview form={props.form} cover={cover} onEdit={onEdit} />
}
