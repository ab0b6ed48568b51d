import { m } from '#messages'
import { type LegalText, words } from './legal-text.ts'

export const privacy = (): LegalText => ({
  title: m.legal_privacy_title(),
  lead: m.legal_privacy_lead(words),
  parts: [
    { id: 'short', title: m.legal_privacy_short_title(words), text: m.legal_privacy_short_text(words) },
    { id: 'stored', title: m.legal_privacy_stored_title(words), text: m.legal_privacy_stored_text(words) },
    { id: 'public', title: m.legal_privacy_public_title(words), text: m.legal_privacy_public_text(words) },
    { id: 'why', title: m.legal_privacy_why_title(words), text: m.legal_privacy_why_text(words) },
    { id: 'cookies', title: m.legal_privacy_cookies_title(words), text: m.legal_privacy_cookies_text(words) },
    { id: 'others', title: m.legal_privacy_others_title(words), text: m.legal_privacy_others_text(words) },
    { id: 'retention', title: m.legal_privacy_retention_title(words), text: m.legal_privacy_retention_text(words) },
    { id: 'deletion', title: m.legal_privacy_deletion_title(words), text: m.legal_privacy_deletion_text(words) },
    { id: 'rights', title: m.legal_privacy_rights_title(words), text: m.legal_privacy_rights_text(words) },
    { id: 'security', title: m.legal_privacy_security_title(words), text: m.legal_privacy_security_text(words) },
    { id: 'children', title: m.legal_privacy_children_title(words), text: m.legal_privacy_children_text(words) },
    { id: 'changes', title: m.legal_privacy_changes_title(words), text: m.legal_privacy_changes_text(words) },
    { id: 'contact', title: m.legal_privacy_contact_title(words), text: m.legal_privacy_contact_text(words) },
  ],
})
