// Characters that show nothing or change the direction of the text around them. Joiners stay because scripts need them. Tag
// characters stay only as part of a flag, such as Scotland's; everywhere else they are hidden text.
const unseen =
  /(\u{1f3f4}[\u{e0020}-\u{e007e}]{3,6}\u{e007f})|[\u00ad\u115f\u1160\u180e\u200b\u202a-\u202e\u2060-\u2064\u2066-\u206f\u2800\u3164\ufeff\uffa0\u{e0000}-\u{e007f}]/gu

/** Matches a visible character: more than joiners, marks without a letter, and space. */
const seen = /[^\p{M}\p{Z}\p{C}]/u

/**
 * Normalizes text for storage: NFC, without invisible characters, trimmed. Returns an empty string when nothing of it would be
 * visible.
 */
export function normalized(text: string): string {
  const kept = text.normalize('NFC').replace(unseen, '$1').trim()
  return seen.test(kept) ? kept : ''
}

/**
 * Like `normalized`, but on one line, for titles and names: with line breaks they could imitate the site's own text, for example in a mail.
 */
export const oneLine = (text: string) => normalized(text.replaceAll(/\s*[\r\n\t\u0085\u2028\u2029]\s*/g, ' '))

/** Counts code points after `normalized`: the length as people count it. */
export const lengthOf = (text: string) => [...normalized(text)].length

/** True for an http or https address that a link may point to: at most 2,048 characters, without user name or password. */
export function isWebAddress(text: string): boolean {
  const address = normalized(text)
  if (address.length > 2_048 || !/^https?:\/\/[^\s\\]+$/i.test(address)) return false
  try {
    const { protocol, hostname, username, password } = new URL(address)
    return (protocol === 'https:' || protocol === 'http:') && hostname.includes('.') && username === '' && password === ''
  } catch {
    return false
  }
}

/**
 * False for text with characters that the database cannot store or that only mislead:
 * NUL, lone surrogates, and control characters other than line breaks and tabs.
 */
export const isCleanText = (text: string) => text.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f]/.test(text)

/** Removes control characters except NUL, which come with text that is pasted from other programs. Vertical tabs and form feeds become line breaks. */
export const withoutControls = (text: string) => text.replace(/[\u000b\u000c]/g, '\n').replace(/[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/g, '')

/** Converts a domain to its DNS form: `münchen.example` becomes `xn--mnchen-3ya.example`. */
export function asciiDomain(domain: string): string {
  if (!/^[^\s/?#@:\\[\]]+$/.test(domain)) return domain
  try {
    return new URL(`http://${domain}`).hostname.replace(/\.$/, '')
  } catch {
    return domain
  }
}
