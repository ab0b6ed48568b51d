import { useStore } from '@tanstack/react-form'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useAlert } from '#design/alerts.tsx'
import { addressPart } from '#features/campaigns/terms.ts'
import { allCauses } from '#features/causes/ui/public.ts'
import { allIndustries } from '#features/industries/ui/public.ts'
import { m } from '#messages'
import { actDone } from '#platform/client/own-acts.ts'
import { type Place, type Progress, progressName } from '../progress.ts'
import { furthestStep, isStepValid, problemsOf } from '../steps.ts'
import { reviewStep, stepOf } from '../terms.ts'
import { focusField } from './focus.ts'
import { pathOf } from './path-of.ts'
import { StepActions } from './step-actions.tsx'
import { StepCover } from './step-cover.tsx'
import { StepImpact } from './step-impact.tsx'
import { SaveButtons, StepReview } from './step-review.tsx'
import { StepStory } from './step-story.tsx'
import { StepTarget } from './step-target.tsx'
import type { WaysOut } from './trouble-note.tsx'
import { useArrowKeys } from './use-arrow-keys.ts'
import { useCover } from './use-cover.ts'
import { useKept } from './use-kept.ts'
import { type Saved, type Subject, useSave } from './use-save.ts'
import { type StepProps, shownProblem, stillRefused, useWizardForm } from './wizard-form.ts'
import { WizardFrame } from './wizard-frame.tsx'

type WizardProps = {
  place: Place
  subject: Subject
  start: Progress
  /** Gives up what was typed here for what is saved. */
  onLoadSaved?: () => void
}

export function Wizard({ place, subject, start, onLoadSaved }: WizardProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { confirm } = useAlert()
  const form = useWizardForm(start.draft)
  const draft = useStore(form.store, ({ values }) => values)
  const problems = useMemo(() => problemsOf(draft), [draft])
  const [step, setStep] = useState(start.step)
  const [isReviewing, setReviewing] = useState(subject !== null && start.step < reviewStep)
  const heading = useRef<HTMLHeadingElement>(null)
  const cover = useCover((picture) => form.setFieldValue('cover', picture))
  const saving = useSave({ key: start.key, subject }, { onSaved: leave, onRefused: (field) => go(stepOf(field) ?? reviewStep, field) })
  const progress = useMemo(() => ({ step, key: saving.key, draft, base: saving.base }), [step, saving.key, draft, saving.base])
  const kept = useKept(progressName(place), JSON.stringify(progress))
  const isValid = isStepValid(step, problems)

  useEffect(() => {
    // The lists that later steps show.
    void queries.prefetchQuery(allCauses())
    void queries.prefetchQuery(allIndustries())
  }, [queries])

  /** To a step, and there to a field or, without one, to the heading. */
  function go(to: number, field?: string) {
    flushSync(() => {
      setStep(to)
      if (to === reviewStep) setReviewing(false)
    })
    if (field) return focusField(field)
    heading.current?.focus({ preventScroll: true })
    scrollTo({ top: 0 })
  }
  const next = () => isValid && step < reviewStep && go(step + 1)
  const back = () => step > 1 && go(step - 1)
  useArrowKeys({ right: next, left: back })

  async function leave(saved: Saved) {
    kept.finish()
    void actDone(queries)
    await (saved.status === 'draft' ? navigate({ to: '/dashboard' }) : navigate({ to: '/campaigns/$slug', params: { slug: addressPart(saved) } }))
  }
  function edit(to: number) {
    setReviewing(true)
    go(to)
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

  // A refusal stays in sight until its fields are changed, anything else where the buttons are.
  const isTroubleOver = saving.trouble?.kind === 'fields' ? stillRefused(saving.refused, draft).length === 0 : step !== reviewStep
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
      ending={<SaveButtons cover={cover} saving={saving.saving} onSave={(intent) => void saving.save(draft, intent)} />}
    >
      {step === 1 && <StepTarget {...props} />}
      {step === 2 && <StepStory {...props} />}
      {step === 3 && <StepActions {...props} />}
      {step === 4 && <StepImpact {...props} />}
      {step === 5 && <StepCover {...props} cover={cover} path={ways.path} />}
      {step === reviewStep && <StepReview form={form} cover={cover} onEdit={edit} />}
    </WizardFrame>
  )
}
