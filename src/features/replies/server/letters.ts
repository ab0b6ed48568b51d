import { m } from '#messages'
import { brand, nouns } from '#platform/brand.ts'
import type { Mail } from '#platform/server/mail/letter.ts'
import { type ClaimDecision, linkHours } from '../terms.ts'
import { requestKind } from './requests.ts'

// Mails to strangers contain nothing that anyone typed but the domain of the recipient's own address.

export const linkLetter = (to: string, { origin, token, domain }: { origin: string; token: string; domain: string }): Mail => ({
  kind: 'company_link',
  to,
  expiresAt: new Date(Date.now() + linkHours * 3_600_000),
  letter: {
    subject: m.replies_mail_subject({ site: brand.name }),
    paragraphs: [m.replies_mail_text({ site: brand.name, domain }), m.replies_mail_how()],
    button: { text: m.replies_mail_open(), href: `${origin}/represent/${token}` },
    notes: [m.replies_mail_valid({ hours: linkHours }), m.replies_mail_ignore()],
  },
})

/** Asks a company for a statement. `id` is that of the request; the links name the campaign by its id, because its address contains words of the creator. */
export const requestLetter = (to: string, { id, origin, campaignId, domain }: { id: string; origin: string; campaignId: string; domain: string }): Mail => ({
  id,
  kind: requestKind,
  to,
  expiresAt: new Date(Date.now() + requestHours * 3_600_000),
  letter: {
    subject: m.replies_request_subject({ site: brand.name }),
    paragraphs: [m.replies_request_text({ site: brand.name, domain, noun: brand.noun.one }), m.replies_request_how(), m.replies_request_public()],
    button: { text: m.replies_request_open(), href: `${origin}/campaigns/${campaignId}` },
    notes: [m.replies_request_once()],
  },
})

const requestHours = 48

type Decided = { outcome: ClaimDecision; origin: string; slug: string; domain: string }

/** Tells a person what a moderator decided about their claim. */
export function decisionLetter(to: string, { outcome, origin, slug, domain }: Decided): Mail {
  const text = outcome === 'accepted' ? m.replies_accepted_mail_text({ domain, ...nouns }) : m.replies_declined_mail_text({ domain })
  return {
    kind: 'company_decision',
    to,
    expiresAt: new Date(Date.now() + decisionHours * 3_600_000),
    letter: {
      subject: outcome === 'accepted' ? m.replies_accepted_mail_subject({ domain }) : m.replies_declined({ domain }),
      paragraphs: [text],
      button: { text: m.replies_mail_open(), href: `${origin}/targets/${slug}/represent` },
    },
  }
}

const decisionHours = 72
