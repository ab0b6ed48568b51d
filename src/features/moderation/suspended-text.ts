import { m } from '#messages'
import { fullTime } from '#platform/time-text.ts'
import type { Suspension } from './contract.ts'
import { ruleLine } from './rule-text.ts'

/** The text for a suspended person: until when, and why. */
export function suspendedText({ until, rule, reason }: Pick<Suspension, 'until' | 'rule' | 'reason'>): string {
  const fact = until === null ? m.accounts_error_suspended() : m.moderation_suspended_until({ time: fullTime(until) })
  const named = ruleLine(rule)
  return [fact, named && `${named}.`, reason && m.moderation_why({ reason })].filter(Boolean).join(' ')
}
