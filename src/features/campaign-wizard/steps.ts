import { campaignProblems } from '#features/campaigns/validation/policy.ts'
import { type Request, requestOf, type WizardDraft } from './draft.ts'
import { knownProblems, type Problem, reviewStep, stepOf } from './terms.ts'

/** What keeps this draft from being published, in the order of the steps. */
export function problemsOf(draft: WizardDraft): Problem[] {
  const request = requestOf(draft)
  return onScreen(campaignProblems(request.input, { publish: true }), request)
}

export function isStepValid(step: number, problems: readonly Problem[]): boolean {
  return problems.every(({ field }) => stepOf(field) !== step)
}

/** The last step that may be opened: the first that is not valid, else the review. */
export function furthestStep(problems: readonly Problem[]): number {
  return problems.reduce((least, { field }) => Math.min(least, stepOf(field) ?? least), reviewStep)
}

/** What `knownProblems` says, by the rows on screen. */
export function onScreen(fields: { readonly [field: string]: string }, { rows }: Request): Problem[] {
  return knownProblems(fields).map(({ field, code }) => ({ field: rowOnScreen(field, rows), code }))
}

function rowOnScreen(field: string, rows: Request['rows']): string {
  const [part = '', row, ...rest] = field.split('.')
  if ((part !== 'actions' && part !== 'alternatives') || row === undefined) return field
  return [part, rows[part][Number(row)] ?? row, ...rest].join('.')
}
