import { m } from '#messages'
import { brand } from '#platform/brand.ts'
import type { Mail } from '#platform/server/mail/letter.ts'
import { heldHours } from '../terms.ts'

const dayMs = 24 * 3_600_000

/** The mail to administrators about texts that stay hidden although no moderator has looked. It names no text and no person. */
export const overdueLetter = (to: string, { number, site }: { number: number; site: string }): Mail => ({
  kind: 'reports_overdue',
  to,
  expiresAt: new Date(Date.now() + 3 * dayMs),
  letter: {
    subject: m.held_mail_subject({ site: brand.name }),
    paragraphs: [m.held_mail_text({ count: number, hours: heldHours }), m.held_mail_stays()],
    button: { text: m.held_mail_open(), href: `${site}/moderation/reports` },
  },
})
