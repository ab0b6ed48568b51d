import { useStore } from '@tanstack/react-form'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Progress } from '../progress.ts'
import { furthestStep, isStepValid, problemsOf, reviewStep, stepOf } from '../steps.ts'
import { api } from './api.ts'
import { focusField } from './focus.ts'
import { StepActions } from './step-actions.tsx'
import { StepCover } from './step-cover.tsx'
import { StepImpact } from './step-impact.tsx'
import { SaveButtons, StepReview } from './step-review.tsx'
import { StepStory } from './step-story.tsx'
import { StepTarget } from './step-target.tsx'
import { useArrowKeys } from './use-arrow-keys.ts'
import { useCoverUpload } from './use-cover-upload.ts'
import { useKeptProgress } from './use-progress.ts'
import { type Saved, useSave } from './use-save.ts'
import { type StepProps, shownProblem, stillRefused, useWizardForm } from './wizard-form.ts'
import { WizardFrame } from './wizard-frame.tsx'

export function Wizard({ personId, start }: { personId: string; start: Progress }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const form = useWizardForm(start.draft)
  const draft = useStore(form.store, ({ values }) => values)
  const problems = useMemo(() => problemsOf(draft), [draft])
  const [step, setStep] = useState(start.step)
  const [isReviewing, setReviewing] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const cover = useCoverUpload((picture) => form.setFieldValue('cover', picture))
  const saving = useSave(start.key, { onSaved: leave, onRefused: (field) => go(stepOf(field) ?? reviewStep, field) })
  const progress = useMemo(() => ({ step, key: saving.key, draft }), [step, saving.key, draft])
  const kept = useKeptProgress(personId, progress)
  const isValid = isStepValid(step, problems)

  useEffect(() => {
    // The lists that later steps show.
    void queries.prefetchQuery(api.causes.list.queryOptions())
    void queries.prefetchQuery(api.industries.list.queryOptions())
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

  async function leave({ slug, status }: Saved) {
    kept.finish()
    await queries.invalidateQueries({ queryKey: api.campaigns.key() })
    await (status === 'draft' ? navigate({ to: '/dashboard' }) : navigate({ to: '/campaigns/$slug', params: { slug } }))
  }
  function edit(to: number) {
    setReviewing(true)
    go(to)
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
      heading={heading}
      onStep={go}
      onBack={back}
      onNext={next}
      onReview={isReviewing && step < reviewStep && furthestStep(problems) === reviewStep ? () => go(reviewStep) : undefined}
      ending={<SaveButtons isUploading={cover.isUploading} saving={saving.saving} onSave={(intent) => void saving.save(draft, intent)} />}
    >
      {step === 1 && <StepTarget {...props} />}
      {step === 2 && <StepStory {...props} />}
      {step === 3 && <StepActions {...props} />}
      {step === 4 && <StepImpact {...props} />}
      {step === 5 && <StepCover {...props} cover={cover} />}
      {step === reviewStep && <StepReview form={form} cover={cover} onEdit={edit} />}
    </WizardFrame>
  )
}
