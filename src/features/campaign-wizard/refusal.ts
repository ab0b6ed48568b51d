import { profileGone, stepFailures } from '#features/campaigns/validation/terms.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import type { Request, WizardDraft } from './draft.ts'
import { onScreen } from './steps.ts'
import type { Problem } from './terms.ts'

/** Why saving failed, as far as the wizard says different things about it. */
export type Failure =
  | { kind: 'fields'; problems: Problem[] }
  | { kind: 'signed-out' }
  /** An earlier attempt with other content went through although its answer never came. */
  | { kind: 'saved-before' }
  /** The saved draft is another than the one that was opened here. */
  | { kind: 'changed-elsewhere' }
  /** It is no draft any more. */
  | { kind: 'published-elsewhere' }
  /** It is not there any more. */
  | { kind: 'deleted-elsewhere' }
  /** The store failed at this step, or their own row is gone. Nothing was saved. */
  | { kind: 'step'; code: FailureCode }
  | { kind: 'other' }

/** What was refused, and the draft as it was: a field's text stands until that part of the draft changes. */
export type Refused = { draft: WizardDraft; problems: readonly Problem[] }

export function failureOf(error: unknown, request: Request): Failure {
  const refusal = refusalOf(error)
  if (refusal?.status === 401) return { kind: 'signed-out' }
  if (refusal?.code === 'IDEMPOTENCY_KEY_REUSED') return { kind: 'saved-before' }
  if (refusal?.code === 'CAMPAIGN_CHANGED') return { kind: 'changed-elsewhere' }
  if (refusal?.code === 'CAMPAIGN_NOT_DRAFT' || refusal?.code === 'CAMPAIGN_NOT_ACTIVE') return { kind: 'published-elsewhere' }
  if (refusal?.status === 404) return { kind: 'deleted-elsewhere' }
  const code = failureCodeOf(refusal?.code)
  if (code) return { kind: 'step', code }
  const problems = onScreen(refusal?.fields ?? {}, request)
  return problems.length > 0 ? { kind: 'fields', problems } : { kind: 'other' }
}

const failureCodes = { ...stepFailures, ...profileGone }
/** The refusals that name the step of a save or publish that failed. */
export type FailureCode = keyof typeof failureCodes

export function failureCodeOf(code: string | undefined): FailureCode | null {
  return Object.keys(failureCodes).find((known): known is FailureCode => known === code) ?? null
}
