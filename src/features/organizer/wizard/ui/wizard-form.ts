import { useForm } from '@tanstack/react-form'
import type { ProblemCode } from '#features/campaigns/validation/terms.ts'
import type { WizardDraft } from '../draft.ts'
import type { Refused } from '../refusal.ts'
import { type Problem, partOf } from '../terms.ts'
import { problemText } from './problem-text.ts'

export const useWizardForm = (start: WizardDraft) => useForm({ defaultValues: start })
export type WizardForm = ReturnType<typeof useWizardForm>

/** The props of every step. `left`: the author has visited the field and left it. */
export type StepProps = {
  form: WizardForm
  problemAt: (field: string, left?: boolean) => string | undefined
  /** True if another person has joined, so that some fields can no longer change. */
  frozen?: boolean
}

export type Bindable = { name: string; state: { value: string }; handleChange: (value: string) => void; handleBlur: () => void }
type Typed = { target: { value: string } }

/** Binds a control to its field. A refusal focuses the control by its id. */
export function bind(field: Bindable) {
  return {
    id: fieldId(field.name),
    value: field.state.value,
    onChange: (event: Typed) => field.handleChange(event.target.value),
    onBlur: () => field.handleBlur(),
  }
}

/** Makes "alternatives[0].url" and "alternatives.0.url" the same id. */
export const fieldId = (field: string) => `wizard-${field.replaceAll(/[[\].]+/g, '-')}`

/** Texts that are too long are reported at once, unfinished ones after the field was left, and missing values only in the hints. */
const atOnce: readonly ProblemCode[] = [
  'TITLE_TOO_LONG',
  'GOAL_TOO_LONG',
  'WHY_TOO_LONG',
  'BODY_TOO_LONG',
  'SOURCE_TOO_LONG',
  'CAUSES_TOO_MANY',
  'ACTION_TOO_LONG',
  'ALTERNATIVE_TOO_LONG',
  'NOTE_TOO_LONG',
  'PRODUCT_TOO_LONG',
  'UNIT_TOO_LONG',
  'NAME_TOO_LONG',
  'INDUSTRY_NAME_LENGTH',
  'CAUSE_NAME',
]
const afterLeaving: readonly ProblemCode[] = [
  'URL_INVALID',
  'SOURCE_URL',
  'SOURCE_DESCRIPTION',
  'ALTERNATIVE_NAME',
  'PRODUCT_MISSING',
  'SPEND_INVALID',
  'UNIT_MISSING',
  'GOAL_NUMBER_INVALID',
]

export function shownProblem(at: {
  field: string
  left: boolean
  draft: WizardDraft
  problems: readonly Problem[]
  refused: Refused | null
}): string | undefined {
  const refusedHere = stillRefused(at.refused, at.draft).find(({ field }) => field === at.field)
  if (refusedHere) return problemText(refusedHere.code)
  const own = at.problems.find(({ field }) => field === at.field)
  if (own && (atOnce.includes(own.code) || (at.left && afterLeaving.includes(own.code)))) return problemText(own.code)
  return undefined
}

export function stillRefused(refused: Refused | null, draft: WizardDraft): readonly Problem[] {
  if (refused === null) return []
  return refused.problems.filter(({ field }) => {
    const part = partOf(field)
    return part !== null && refused.draft[part] === draft[part]
  })
}
