import { profileGone, stepFailures } from '#features/campaigns/validation/terms.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import type { Request, WizardDraft } from './draft.ts'
import { onScreen } from './steps.ts'
import type { Problem } from './terms.ts'

/** The failures of saving that the wizard distinguishes. */
export type Failure =
  | { kind: 'fields'; problems: Problem[] }
  | { kind: 'signed-out' }
  /** An earlier attempt with other content succeeded, but its response was lost. */
  | { kind: 'saved-before' }
  /** The saved draft has changed since it was opened here. */
  | { kind: 'changed-elsewhere' }
  /** It is no longer a draft. */
  | { kind: 'published-elsewhere' }
  /** It no longer exists. */
  | { kind: 'deleted-elsewhere' }
  /** The database failed at this step, or the author's own row is missing. Nothing was saved. */
  | { kind: 'step'; code: FailureCode }
  /** `text`: the server's sentence for the reader, if there is one. */
  | { kind: 'other'; text?: string | undefined }

/** The refused problems and the draft that was sent. A field's message stays until that part of the draft changes. */
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
  return problems.length > 0 ? { kind: 'fields', problems } : { kind: 'other', text: refusal?.text }
}

const failureCodes = { ...stepFailures, ...profileGone }
/** Refusals that contain the failed step of saving or publishing. */
export type FailureCode = keyof typeof failureCodes

export function failureCodeOf(code: string | undefined): FailureCode | null {
  return Object.keys(failureCodes).find((known): known is FailureCode => known === code) ?? null
}
