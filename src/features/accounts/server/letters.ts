import { m } from '#messages'
import { brand, nouns } from '#platform/brand.ts'
import type { Mail } from '#platform/server/mail/letter.ts'
import { linkHours } from '../terms.ts'

export const confirmSeconds = linkHours.confirm * 3_600
const noticeSeconds = 3 * 24 * 3_600

export type Letters = ReturnType<typeof openLetters>

/** Mails of the accounts feature. They contain no user input, because their recipients may be strangers to the person who typed it. */
export function openLetters({ origin }: { origin: string }) {
  const product = { product: brand.name }
  const page = (mode: string, token?: string) => `${origin}/auth?${new URLSearchParams({ mode, ...(token === undefined ? {} : { token }) })}`
  const within = (seconds: number) => new Date(Date.now() + seconds * 1_000)

  return {
    confirm: (to: string, token: string): Mail => ({
      kind: 'confirm_address',
      to,
      expiresAt: within(confirmSeconds),
      letter: {
        subject: m.mail_confirm_subject(),
        preheader: m.mail_confirm_preheader(),
        paragraphs: [m.mail_confirm_text(product)],
        button: { text: m.mail_confirm_button(), href: `${origin}/confirm/${token}` },
        notes: [m.mail_confirm_valid({ hours: linkHours.confirm }), m.mail_confirm_ignore({ site: origin })],
      },
    }),
    /** `isJoining`: the sign-up form with this address carried an intention to join. `token`: the link that confirms the address, if it is not. */
    known: (to: string, { isJoining, token }: { isJoining: boolean; token: string | null }): Mail => ({
      kind: 'known_address',
      to,
      expiresAt: within(noticeSeconds),
      letter: {
        subject: m.mail_known_subject(),
        preheader: m.mail_known_preheader(),
        paragraphs: [
          m.mail_known_text(product),
          ...(token === null ? [] : [m.mail_known_unconfirmed()]),
          ...(isJoining ? [m.mail_known_join(nouns)] : []),
          m.mail_known_forgot(),
        ],
        button:
          token === null ? { text: m.mail_known_button(), href: `${origin}/auth` } : { text: m.mail_confirm_button(), href: `${origin}/confirm/${token}` },
        notes: token === null ? [] : [m.mail_confirm_valid({ hours: linkHours.confirm }), m.mail_confirm_ignore({ site: origin })],
      },
    }),
    reset: (to: string, link: { token: string; seconds: number }): Mail => ({
      kind: 'reset_password',
      to,
      expiresAt: within(link.seconds),
      letter: {
        subject: m.mail_reset_subject(),
        preheader: m.mail_reset_preheader(),
        paragraphs: [m.mail_reset_text(product)],
        button: { text: m.mail_reset_button(), href: page('reset', link.token) },
        notes: [m.mail_reset_valid(), m.mail_ignore()],
      },
    }),
    confirmChange: (to: string, token: string): Mail => ({
      kind: 'confirm_new_address',
      to,
      expiresAt: within(confirmSeconds),
      letter: {
        subject: m.mail_change_subject(),
        preheader: m.mail_change_preheader(),
        paragraphs: [m.mail_change_text(product)],
        button: { text: m.mail_change_button(), href: page('email', token) },
        notes: [m.mail_change_valid({ hours: linkHours.confirm }), m.mail_ignore()],
      },
    }),
    addressChanged: (to: string): Mail => ({
      kind: 'address_changed',
      to,
      expiresAt: within(noticeSeconds),
      letter: {
        subject: m.mail_changed_subject(),
        preheader: m.mail_changed_preheader(),
        paragraphs: [m.mail_changed_text(product), m.mail_changed_alarm({ contact: brand.contact.general })],
      },
    }),
    /** Sent after a change in the settings; the session that made it stays open. */
    passwordChanged: (to: string): Mail => newPassword(to, { preheader: m.mail_password_preheader(), text: m.mail_password_text(product) }),
    /** Sent after a reset through a mailed link, which ends all sessions. */
    passwordReset: (to: string): Mail => newPassword(to, { preheader: m.mail_password_reset_preheader(), text: m.mail_password_reset_text(product) }),
  }

  function newPassword(to: string, { preheader, text }: { preheader: string; text: string }): Mail {
    return {
      kind: 'password_changed',
      to,
      expiresAt: within(noticeSeconds),
      letter: {
        subject: m.mail_password_subject(),
        preheader,
        paragraphs: [text, m.mail_password_alarm()],
        button: { text: m.mail_password_button(), href: page('forgot') },
      },
    }
  }
}
