import { campaignProblems } from '#features/campaigns/validation/policy.ts'
import { type Request, requestOf, type WizardDraft } from './draft.ts'
import { knownProblems, type Problem, reviewStep, stepOf } from './terms.ts'

/** Problems that prevent publishing this draft, or saving it, in the order of the steps. */
export function problemsOf(draft: WizardDraft, options = { publish: true }): Problem[] {
  const request = requestOf(draft)
  return onScreen(campaignProblems(request.input, options), request)
}

export function isStepValid(step: number, problems: readonly Problem[]): boolean {
  return problems.every(({ field }) => stepOf(field) !== step)
}

/** The last step that may be opened: the first one with a problem, else the review. */
export function furthestStep(problems: readonly Problem[]): number {
  return problems.reduce((least, { field }) => Math.min(least, stepOf(field) ?? least), reviewStep)
}

/** The result of `knownProblems` with row numbers as on screen. */
export function onScreen(fields: { readonly [field: string]: string }, { rows }: Request): Problem[] {
  return knownProblems(fields).map(({ field, code }) => ({ field: rowOnScreen(field, rows), code }))
}

function rowOnScreen(field: string, rows: Request['rows']): string {
  const [part = '', row, ...rest] = field.split('.')
  if ((part !== 'sources' && part !== 'actions' && part !== 'alternatives') || row === undefined) return field
  return [part, rows[part][Number(row)] ?? row, ...rest].join('.')
}
