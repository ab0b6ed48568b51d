import { m } from '#messages'
import { type LegalText, words } from './legal-text.ts'

export const notice = (): LegalText => ({
  title: m.legal_notice_title(),
  lead: m.legal_notice_lead(words),
  parts: [
    { id: 'operator', title: m.legal_notice_operator_title(words), text: m.legal_notice_operator_text(words) },
    { id: 'role', title: m.legal_notice_role_title(words), text: m.legal_notice_role_text(words) },
    { id: 'estimates', title: m.legal_notice_estimates_title(words), text: m.legal_notice_estimates_text(words) },
    { id: 'names', title: m.legal_notice_names_title(words), text: m.legal_notice_names_text(words) },
    { id: 'history', title: m.legal_notice_history_title(words), text: m.legal_notice_history_text(words) },
    { id: 'wrong', title: m.legal_notice_wrong_title(words), text: m.legal_notice_wrong_text(words) },
    { id: 'liability', title: m.legal_notice_liability_title(words), text: m.legal_notice_liability_text(words) },
    { id: 'law', title: m.legal_notice_law_title(words), text: m.legal_notice_law_text(words), isLaw: true },
  ],
})
