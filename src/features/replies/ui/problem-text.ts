import { privateTexts } from '#features/trust/limit-text.ts'
import type { PrivateCode } from '#features/trust/terms.ts'
import { m } from '#messages'
import { refusalOf } from '#platform/client/refusal-of.ts'
import type { AddressCode, ClaimCode, StatementCode } from '../terms.ts'

const texts: Record<ClaimCode, () => string> = {
  COMPANY_DOMAIN_INVALID: m.replies_error_domain,
  COMPANY_DOMAIN_PUBLIC: m.replies_error_public,
}

const addressTexts: Record<AddressCode, (given: { domain: string }) => string> = {
  COMPANY_ADDRESS_INVALID: () => m.replies_error_address(),
  COMPANY_ADDRESS_ELSEWHERE: m.replies_error_elsewhere,
}

const isOneOf = <Code extends string>(all: Record<Code, unknown>, code: string | undefined): code is Code => code !== undefined && code in all

export const domainText = (code: string | undefined) => (isOneOf(texts, code) ? texts[code]() : undefined)
export const addressText = (code: string | undefined, domain: string) => (isOneOf(addressTexts, code) ? addressTexts[code]({ domain }) : undefined)

/** The text for a failure that concerns no field. */
export function failureText(error: unknown, tooOften = m.replies_error_often()): string {
  const code = refusalOf(error)?.code
  if (code === 'CLAIMS_TOO_OFTEN') return tooOften
  return code === 'CLAIM_EXISTS' ? m.replies_error_exists() : m.replies_error_failed()
}

const statementTexts: Record<StatementCode | PrivateCode, () => string> = {
  COMPANY_STATEMENT_MISSING: m.replies_error_statement,
  COMPANY_STATEMENT_TOO_LONG: m.replies_error_statement_long,
  ...privateTexts,
}

export const statementText = (code: string | undefined) => (isOneOf(statementTexts, code) ? statementTexts[code]() : undefined)

export function statementFailure(error: unknown): string {
  const { code, status } = refusalOf(error) ?? {}
  if (code === 'STATEMENT_EDITED_OFTEN') return m.replies_error_edited_often()
  return status === 403 || status === 404 || status === 409 ? m.replies_error_no_longer() : m.replies_error_failed()
}
