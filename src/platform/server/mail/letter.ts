/** What a mail says, in words that no reader of mail can take for anything else; how it looks is `renderLetter`'s. */
export type Letter = {
  subject: string
  /** The line that a list of mails shows after the subject. */
  preheader: string
  paragraphs: string[]
  button?: { text: string; href: string }
  /** Below the button, smaller. */
  notes?: string[]
  /** Whom an answer goes to, if not the site. */
  replyTo?: string
}

/** A mail to one person. `kind` names its type in file names and numbers. */
export type Mail = { kind: string; to: string; letter: Letter; expiresAt: Date }
