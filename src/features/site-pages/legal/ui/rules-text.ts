import { chatLimits } from '#features/chat/terms.ts'
import { communitiesADay } from '#features/communities/terms.ts'
import { dailyGenerations, dailyUploads } from '#features/media/terms.ts'
import { ruleText } from '#features/moderation/rule-text.ts'
import { rules as names } from '#features/moderation/terms.ts'
import { heldHours, reportersHide } from '#features/moderators/held-content/terms.ts'
import { statementLimits } from '#features/replies/terms.ts'
import { reportsAnHour } from '#features/reports/terms.ts'
import { limitsText } from '#features/trust/limit-text.ts'
import { m } from '#messages'
import { companyClaimsADay, visitorReportsAnHour } from '#platform/public-limits.ts'
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

/** Limits that apply to everybody, each from the constant that enforces it. */
const everyonesLimits = () =>
  m.legal_rules_limits_text({
    ...words,
    reports: reportsAnHour,
    visitorReports: visitorReportsAnHour,
    claims: companyClaimsADay,
    edits: statementLimits.editsADay,
    communities: communitiesADay,
    seconds: chatLimits.cooldownMs / 1_000,
    pictures: dailyUploads.files,
    megabytes: dailyUploads.bytes / 1024 / 1024,
    generated: dailyGenerations,
  })

/** The rules in the order of `rules`, each with its number. */
export const rules = (): LegalText => ({
  title: m.legal_rules_title(),
  updated: m.legal_rules_updated(),
  lead: m.legal_rules_lead(words),
  parts: [
    ...names.flatMap((name, at) => (name === 'other' ? [] : [{ id: name, title: `${at + 1}. ${ruleText(name)}`, text: texts[name]() }])),
    { id: 'limits', title: m.trust_rules_title(), text: `${limitsText()}\n\n${everyonesLimits()}` },
    { id: 'reports', title: m.held_rules_title(), text: m.held_rules_text({ noun: words.noun, reporters: reportersHide, hours: heldHours }) },
    { id: 'decisions', title: m.legal_rules_after_title(), text: m.legal_rules_after_text() },
  ],
})
