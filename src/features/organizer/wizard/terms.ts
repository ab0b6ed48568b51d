import { type ProblemCode, problemCodes } from '#features/campaigns/validation/terms.ts'
import type { WizardDraft } from './draft.ts'

export const stepCount = 6
export const reviewStep = 6

/** The step that contains each field. */
const stepOfField: { [field in keyof WizardDraft]: number } = {
  target: 1,
  title: 1,
  goal: 2,
  whyItMatters: 2,
  body: 2,
  sources: 2,
  causes: 2,
  actions: 3,
  alternatives: 3,
  mode: 4,
  productService: 4,
  spend: 4,
  durationBasis: 4,
  unit: 4,
  supportersGoal: 4,
  cover: 5,
}

/** A refused field and the reason. In `field` (such as "alternatives.0.url"), the index is that of the row on screen. */
export type Problem = { field: string; code: ProblemCode }

/** The part of the draft that a refused field belongs to. Null for fields that the wizard does not have. */
export function partOf(field: string): keyof WizardDraft | null {
  const [part = ''] = field.split('.')
  return isPart(part) ? part : null
}

export function stepOf(field: string): number | null {
  const part = partOf(field)
  return part === null ? null : stepOfField[part]
}

/** The refused fields in the order of the steps. Unknown fields and codes are dropped. */
export function knownProblems(fields: { readonly [field: string]: string }): Problem[] {
  const problems = Object.entries(fields).flatMap(([field, code]) => (isProblemCode(code) && partOf(field) !== null ? [{ field, code }] : []))
  return problems.sort((one, other) => (stepOf(one.field) ?? 0) - (stepOf(other.field) ?? 0))
}

const isPart = (name: string): name is keyof WizardDraft => Object.hasOwn(stepOfField, name)
const isProblemCode = (code: string): code is ProblemCode => problemCodes.some((known) => known === code)
