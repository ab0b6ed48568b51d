import type { ReportOutcome } from '#features/moderation/terms.ts'
import { m } from '#messages'
import { brand } from '#platform/brand.ts'
import { fullDay } from '#platform/format.ts'
import type { Mail } from '#platform/server/mail/letter.ts'
import { visitorReportDays } from '../terms.ts'

const afterDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000)
const site = { site: brand.name }

// Mails to visitors contain nothing that anyone typed: the address may belong to a stranger.

export const confirmReportLetter = (to: string, { origin, token, ...subject }: { origin: string; token: string; kind: string; id: string }): Mail => ({
  kind: 'confirm_report',
  to,
  expiresAt: afterDays(visitorReportDays),
  letter: {
    subject: m.reports_mail_confirm_subject(),
    paragraphs: [m.reports_mail_confirm_text(site)],
    button: { text: m.reports_confirm_send(), href: `${origin}/report?${new URLSearchParams({ ...subject, confirm: token })}` },
    notes: [m.reports_mail_confirm_valid(), m.reports_mail_confirm_ignore()],
  },
})

const outcomes: Record<ReportOutcome, () => string> = {
  kept: m.notification_texts_report_kept,
  hidden: m.notification_texts_report_hidden,
  removed: m.notification_texts_report_removed,
  settled: m.notification_texts_report_settled,
  gone: m.notification_texts_report_gone,
}

export const closedReportLetter = (to: string, { sentAt, outcome }: { sentAt: Date; outcome: ReportOutcome }): Mail => ({
  kind: 'report_closed',
  to,
  expiresAt: afterDays(3),
  letter: {
    subject: m.reports_mail_closed_subject(site),
    preheader: outcomes[outcome](),
    paragraphs: [m.reports_mail_closed_text({ ...site, date: fullDay(sentAt) }), `${outcomes[outcome]()}.`],
  },
})
