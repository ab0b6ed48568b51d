/**
 * What a server said when it took something not, without what may name a person: addresses, links, numbers as long as keys
 * and anything in quotes. What is left says which kind of trouble it is.
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
