export const returnToLimit = 2_048

/**
 * The path, query and fragment on this site to open after signing in. Null for anything that some URL parser could read as another site, and
 * for the sign-in page itself.
 */
export function safeReturnTo(raw: unknown, origin: string): string | null {
  if (typeof raw !== 'string' || raw.length > returnToLimit || !isPlainPath(raw)) return null
  if (!URL.canParse(raw, origin)) return null
  const url = new URL(raw, origin)
  const address = `${url.pathname}${url.search}${url.hash}`
  if (url.origin !== new URL(origin).origin || !isPlainPath(address) || address.length > returnToLimit) return null
  return /^\/auth\/?$/i.test(url.pathname) ? null : address
}

function isPlainPath(text: string): boolean {
  if (!text.startsWith('/') || text.includes('//') || /[\\\s\p{C}]/u.test(text)) return false
  const path = text.split(/[?#]/, 1)[0] ?? ''
  return !/%(?:[01][0-9a-f]|2f|5c|7f)/i.test(path)
}
