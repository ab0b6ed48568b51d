import { m } from '#messages'
import { type LegalText, words } from './legal-text.ts'

export const terms = (): LegalText => ({
  title: m.legal_terms_title(),
  lead: m.legal_terms_lead(words),
  parts: [
    { id: 'service', title: m.legal_terms_service_title(words), text: m.legal_terms_service_text(words) },
    { id: 'age', title: m.legal_terms_age_title(words), text: m.legal_terms_age_text(words) },
    { id: 'account', title: m.legal_terms_account_title(words), text: m.legal_terms_account_text(words) },
    { id: 'creators', title: m.legal_terms_creators_title(words), text: m.legal_terms_creators_text(words) },
    { id: 'communities', title: m.legal_terms_communities_title(words), text: m.legal_terms_communities_text(words) },
    { id: 'conduct', title: m.legal_terms_conduct_title(words), text: m.legal_terms_conduct_text(words) },
    { id: 'content', title: m.legal_terms_content_title(words), text: m.legal_terms_content_text(words) },
    { id: 'estimates', title: m.legal_terms_estimates_title(words), text: m.legal_terms_estimates_text(words) },
    { id: 'availability', title: m.legal_terms_availability_title(words), text: m.legal_terms_availability_text(words) },
    { id: 'liability', title: m.legal_terms_liability_title(words), text: m.legal_terms_liability_text(words) },
    { id: 'changes', title: m.legal_terms_changes_title(words), text: m.legal_terms_changes_text(words) },
    { id: 'law', title: m.legal_terms_law_title(words), text: m.legal_terms_law_text(words), isLaw: true },
    { id: 'contact', title: m.legal_terms_contact_title(words), text: m.legal_terms_contact_text(words) },
  ],
})
