import { m } from '#messages'
import { fullTime } from '#platform/time-text.ts'
import type { Suspension } from './contract.ts'
import { ruleText } from './rule-text.ts'
import { rules } from './terms.ts'

/** Tells a suspended person until when and why. */
export function suspendedText({ until, rule, reason }: Pick<Suspension, 'until' | 'rule' | 'reason'>): string {
  const fact = until === null ? m.accounts_error_suspended() : m.moderation_suspended_until({ time: fullTime(until) })
  const named = rule && rule !== 'other' ? `${m.moderation_rule_line({ number: String(rules.indexOf(rule) + 1), rule: ruleText(rule) })}.` : ''
  return [fact, named, reason && m.moderation_why({ reason })].filter(Boolean).join(' ')
}
