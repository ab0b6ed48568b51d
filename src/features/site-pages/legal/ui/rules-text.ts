import { rules as names } from '#features/moderation/terms.ts'
import { ruleText } from '#features/moderation/ui/public.ts'
import { m } from '#messages'
import { type LegalText, words } from './legal-text.ts'

const texts = {
  threats: m.legal_rules_threats_text,
  harassment: m.legal_rules_harassment_text,
  private_details: m.legal_rules_private_details_text,
  false_claims: () => m.legal_rules_false_claims_text(words),
  not_a_boycott: () => m.legal_rules_not_a_boycott_text(words),
  spam: m.legal_rules_spam_text,
  illegal: m.legal_rules_illegal_text,
} as const

/** The rules in the order of `rules`, each with its number. */
export const rules = (): LegalText => ({
  title: m.legal_rules_title(),
  updated: m.legal_rules_updated(),
  lead: m.legal_rules_lead(words),
  parts: [
    ...names.flatMap((name, at) => (name === 'other' ? [] : [{ id: name, title: `${at + 1}. ${ruleText(name)}`, text: texts[name]() }])),
    { id: 'decisions', title: m.legal_rules_after_title(), text: m.legal_rules_after_text() },
  ],
})
