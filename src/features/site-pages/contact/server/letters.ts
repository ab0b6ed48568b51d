import { isEmail } from '#features/accounts/policy.ts'
import { m } from '#messages'
import type { Mail } from '#platform/server/mail/letter.ts'
import { categoryName } from '../category-name.ts'
import type { ContactCategory } from '../terms.ts'

const keptSeconds = 7 * 24 * 3_600

export type Submission = { id: string; category: ContactCategory; message: string; email: string | null; name: string | null; userId: string | null }

/** The mail with a message for the people who run the site. A reply to it goes to the sender. */
export function contactLetter(to: string, { id, category, message, email, name, userId }: Submission): Mail {
  const about = categoryName(category)
  const sender = [name, email && `<${email}>`].filter(Boolean).join(' ') || m.contact_mail_nobody()
  return {
    kind: 'contact',
    to,
    expiresAt: new Date(Date.now() + keptSeconds * 1_000),
    letter: {
      subject: m.contact_mail_subject({ category: about }),
      paragraphs: [m.contact_mail_from({ sender }), message],
      notes: [userId ? m.contact_mail_member({ id: userId }) : m.contact_mail_visitor(), m.contact_mail_number({ id })],
      // An address that cannot receive mail is not set as Reply-To; the text contains it.
      ...(email && isEmail(email) ? { replyTo: email } : {}),
    },
  }
}
