import { m } from '#messages'
import { type LegalText, words } from './legal-text.ts'

export const accessibility = (): LegalText => ({
  title: m.legal_accessibility_title(),
  updated: m.legal_accessibility_updated(),
  lead: m.legal_accessibility_lead(words),
  parts: [
    { id: 'aim', title: m.legal_accessibility_aim_title(), text: m.legal_accessibility_aim_text() },
    { id: 'built-in', title: m.legal_accessibility_built_title(), text: m.legal_accessibility_built_text(words) },
    { id: 'tested', title: m.legal_accessibility_tested_title(), text: m.legal_accessibility_tested_text(words) },
    { id: 'gaps', title: m.legal_accessibility_gaps_title(), text: m.legal_accessibility_gaps_text(words) },
    { id: 'report', title: m.legal_accessibility_report_title(), text: m.legal_accessibility_report_text(words) },
  ],
})
