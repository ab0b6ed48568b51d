import type { Suspension } from '#features/moderation/contract.ts'
import { m } from '#messages'
import { fullTime } from '#platform/time-text.ts'

/** Tells a suspended person until when and why. */
export function suspendedText({ until, reason }: Pick<Suspension, 'until' | 'reason'>): string {
  const fact = until === null ? m.accounts_error_suspended() : m.accounts_error_suspended_until({ time: fullTime(until) })
  return reason ? m.accounts_error_suspended_why({ fact, reason }) : fact
}
