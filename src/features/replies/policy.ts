import { isEmail } from '#features/accounts/policy.ts'
import type { FieldProblems } from '#platform/refusal.ts'
import { lengthOf, normalized } from '#platform/text.ts'
import { isSiteModerator, type Viewer } from '#platform/viewer.ts'
import { type AddressCode, type ClaimState, type MailState, type RequestBarrier, type StatementCode, statementLimits } from './terms.ts'

/** A claim can be made anew only while it gives no rights and no moderator has to look at it. */
export const mayClaimAgain = (state: ClaimState): boolean => state === 'unverified' || state === 'declined'

/** Moderators may not decide about their own claim. Only a claim with proof can be accepted. */
export const mayDecideClaim = (viewer: Pick<Viewer, 'id' | 'role'> | null, claim: { personId: string }): boolean =>
  isSiteModerator(viewer) && viewer?.id !== claim.personId
export const mayAccept = ({ state }: { state: ClaimState }): boolean => state === 'waiting' || state === 'suspended'

type MailFacts = {
  /** The site sends mail. */
  hasMail: boolean
  /** People who do not act for the company have addresses at such domains. */
  isShared: boolean
  /** The domain that a moderator has confirmed; null if there is none. */
  confirmed: { domain: string; takesMail: boolean } | null
}

export function mailStateOf(domain: string, { hasMail, isShared, confirmed }: MailFacts): MailState {
  if (!hasMail) return 'off'
  if (isShared) return 'never'
  if (confirmed?.domain !== domain) return 'unconfirmed'
  return confirmed.takesMail ? 'possible' : 'never'
}

/** An address at exactly this domain: a subdomain can belong to a customer of the company. */
export function addressProblems(address: string, domain: string): FieldProblems<AddressCode> {
  const email = normalized(address)
  if (!isEmail(email)) return { address: 'COMPANY_ADDRESS_INVALID' }
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase() === domain ? {} : { address: 'COMPANY_ADDRESS_ELSEWHERE' }
}

export function statementProblems(body: string): FieldProblems<StatementCode> {
  const length = lengthOf(normalized(body))
  if (length === 0) return { body: 'COMPANY_STATEMENT_MISSING' }
  return length > statementLimits.body ? { body: 'COMPANY_STATEMENT_TOO_LONG' } : {}
}

/** The creator of an active campaign asks its target for an answer, or a moderator does. */
export const mayAsk = (viewer: Pick<Viewer, 'id' | 'role'> | null, campaign: { status: string; creatorId: string | null }): boolean =>
  campaign.status === 'active' && viewer !== null && (campaign.creatorId === viewer.id || isSiteModerator(viewer))

/** The reason why the company cannot be asked now; null if it can. */
export const requestBarrier = (mail: MailState, { wasAsked }: { wasAsked: boolean }): RequestBarrier | null =>
  mail !== 'possible' ? mail : wasAsked ? 'asked' : null
