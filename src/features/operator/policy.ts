/**
 * A server's error message without anything that may identify a person: addresses, links, strings as long as keys, and
 * quoted text. The rest shows the kind of problem.
 */
export function plainError(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll(/"[^"]*"|'[^']*'|<[^>]*>/g, '…')
    .replaceAll(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '…')
    .replaceAll(/\S*@\S*/g, '…')
    .replaceAll(/[\w+/=-]{20,}/g, '…')
    .trim()
    .slice(0, 200)
}
