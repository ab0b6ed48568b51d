import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { type Rule, rules } from './terms.ts'

const texts: Record<Rule, () => string> = {
  threats: m.moderation_rule_threats,
  harassment: m.moderation_rule_harassment,
  private_details: m.moderation_rule_private_details,
  false_claims: m.moderation_rule_false_claims,
  not_a_boycott: () => m.moderation_rule_not_a_boycott(nouns),
  spam: m.moderation_rule_spam,
  illegal: m.moderation_rule_illegal,
  other: m.moderation_rule_other,
}

/** A rule in a few words. */
export const ruleText = (rule: Rule): string => texts[rule]()

/** A rule with its number; null for decisions that name none. */
export const ruleLine = (rule: Rule | null): string | null =>
  rule && rule !== 'other' ? m.moderation_rule_line({ number: String(rules.indexOf(rule) + 1), rule: ruleText(rule) }) : null
