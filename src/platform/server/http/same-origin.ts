/**
 * Whether a request that changes something comes from our own pages or from a program (which sends neither header).
 * Browsers always say where a request comes from; another site's is refused whatever cookies it carries.
 */
export function isSameOrigin(headers: { get: (name: string) => string | null }, ownOrigin: string): boolean {
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  if (site !== null && site !== 'same-origin' && site !== 'none') return false
  if (origin !== null && origin !== ownOrigin) return false
  return site !== null || origin !== null || headers.get('cookie') === null
}
