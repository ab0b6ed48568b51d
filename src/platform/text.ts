// What shows nothing, or turns the direction of the text around it; joiners, which scripts need, stay. So do the tags of a
// flag, of which there is one for Scotland: everywhere else they are a hidden text.
const unseen =
  /(\u{1f3f4}[\u{e0020}-\u{e007e}]{3,6}\u{e007f})|[\u00ad\u115f\u1160\u180e\u200b\u202a-\u202e\u2060-\u2064\u2066-\u206f\u2800\u3164\ufeff\uffa0\u{e0000}-\u{e007f}]/gu

/** Something to see: more than joiners, marks without a letter, and space. */
const seen = /[^\p{M}\p{Z}\p{C}]/u

/**
 * Text as it is stored: normalised (NFC), without unseen characters and without space at the ends; empty where nothing
 * of it would be seen.
 */
export function neat(text: string): string {
  const kept = text.normalize('NFC').replace(unseen, '$1').trim()
  return seen.test(kept) ? kept : ''
}

/** As `neat`, in one line, for titles and names: with lines of their own they could pass for words of the site, as in a mail. */
export const oneLine = (text: string) => neat(text.replaceAll(/\s*[\r\n\t\u0085\u2028\u2029]\s*/g, ' '))

/** Length as people count it: code points after `neat`. */
export const lengthOf = (text: string) => [...neat(text)].length

/** Whether this is an http or https address that a link may lead to, at most 2,048 long. */
export function isWebAddress(text: string): boolean {
  const address = neat(text)
  if (address.length > 2_048 || !/^https?:\/\/[^\s\\]+$/i.test(address)) return false
  try {
    const { protocol, hostname, username, password } = new URL(address)
    return (protocol === 'https:' || protocol === 'http:') && hostname.includes('.') && username === '' && password === ''
  } catch {
    return false
  }
}

/** Characters the store cannot hold or that only mislead: NUL, lone surrogates, and other control characters but line breaks and tabs. */
export const isCleanText = (text: string) => text.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text)
