/** The content of a mail as plain text, which is always escaped. `renderLetter` defines its appearance. */
export type Letter = {
  subject: string
  /** The preview line that mail clients show after the subject; by default the first paragraph. */
  preheader?: string
  paragraphs: string[]
  /** Text that a person wrote, set apart from the site's own. */
  quote?: string
  /** A list of links. */
  items?: LetterItem[]
  button?: { text: string; href: string }
  /** Small print below the button. */
  notes?: string[]
  /** The address for replies, if not the site's. */
  replyTo?: string
  /**
   * For mail that the person has chosen to get: the reason for it, and links to change that. Without it the footer is that of
   * account mail.
   */
  chosen?: { why: string; links: { text: string; href: string }[] }
  /** Address at which a mail client or provider unsubscribes the person with one POST (RFC 8058). */
  unsubscribe?: string
}
export type LetterItem = { text: string; href: string; note?: string | undefined }

/** A mail to one person. `kind` is its type, in file names and metrics. `id`: the id of its row, if another row refers to it. */
export type Mail = { id?: string; kind: string; to: string; letter: Letter; expiresAt: Date }
