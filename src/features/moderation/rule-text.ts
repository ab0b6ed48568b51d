import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import type { Rule } from './terms.ts'

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
