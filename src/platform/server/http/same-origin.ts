/**
 * True if a request that changes something comes from our own pages or from a program. Browsers send the origin and pages
 * cannot forge it, so another site's request is refused whatever cookies it has. A browser too old for Sec-Fetch-Site still
 * sends Origin; a program sends neither and then must not send a cookie.
 */
export function isSameOrigin(headers: { get: (name: string) => string | null }, ownOrigin: string): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const origin = headers.get('origin')
  return origin === null ? headers.get('cookie') === null : origin === ownOrigin
}
