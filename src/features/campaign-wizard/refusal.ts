import { refusalOf } from '#platform/client/refusal-of.ts'
import type { Request, WizardDraft } from './draft.ts'
import { onScreen, type Problem } from './steps.ts'

/** Why saving failed, as far as the wizard says different things about it. */
export type Failure =
  | { kind: 'fields'; problems: Problem[] }
  | { kind: 'signed-out' }
  /** An earlier attempt with other content went through although its answer never came. */
  | { kind: 'saved-before' }
  | { kind: 'other' }

/** What was refused, and the draft as it was: a field's text stands until that part of the draft changes. */
export type Refused = { draft: WizardDraft; problems: readonly Problem[] }

export function failureOf(error: unknown, request: Request): Failure {
  const refusal = refusalOf(error)
  if (refusal?.status === 401) return { kind: 'signed-out' }
  if (refusal?.code === 'IDEMPOTENCY_KEY_REUSED') return { kind: 'saved-before' }
  const problems = onScreen(refusal?.fields ?? {}, request)
  return problems.length > 0 ? { kind: 'fields', problems } : { kind: 'other' }
}

/** Whether the server answered that it did nothing; silence may mean that it did. */
export function isRefusal(error: unknown): boolean {
  const status = refusalOf(error)?.status ?? 0
  return status >= 400 && status < 500
}
