/** What a mail says, in words that no reader of mail can take for anything else; how it looks is `renderLetter`'s. */
export type Letter = {
  subject: string
  /** The line that a list of mails shows after the subject. */
  preheader: string
  paragraphs: string[]
  /** What somebody wrote, set apart from our words. */
  quote?: string
  /** A list, each line of which leads somewhere. */
  items?: LetterItem[]
  button?: { text: string; href: string }
  /** Below the button, smaller. */
  notes?: string[]
  /** Whom an answer goes to, if not the site. */
  replyTo?: string
  /** Of mail that one chose to get: why it comes, and where that is changed. Without it, that it is about the account. */
  chosen?: { why: string; links: { text: string; href: string }[] }
  /** Where whoever reads mails for somebody stops mail of this kind with one POST (RFC 8058). */
  unsubscribe?: string
}
export type LetterItem = { text: string; href: string; note?: string | undefined }

/** A mail to one person. `kind` names its type in file names and numbers. */
export type Mail = { kind: string; to: string; letter: Letter; expiresAt: Date }
