/**
 * True for paths that no page has and that frameworks read in different ways: double slashes, backslashes, encoded dots,
 * slashes and control characters, and characters that a URL would encode. They get a plain 404, in a browser as a page, never a
 * redirect.
 */
export function isOddPath(path: string): boolean {
  if (!/^\/[A-Za-z0-9\-._~!$&'()*+,;=:@%/]*$/.test(path) || path.length > 2_048) return true
  if (path.includes('//')) return true
  if (/%(?![0-9a-f]{2})/i.test(path)) return true
  if (/%(0[0-9a-f]|1[0-9a-f]|2f|5c|5e|7f|25)/i.test(path) || /(^|\/)\.\.?(\/|$)/.test(path)) return true
  return needlesslyEncoded.test(path) || !isDecodable(path)
}

/** Letters, digits, - . _ ~ never have to be encoded, and not every reader treats /%72pc as /rpc. */
const needlesslyEncoded = /%(2d|2e|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/i

function isDecodable(path: string): boolean {
  try {
    // The comparison uses the result, because the build removes a call whose result is unused.
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}

/** Removes the scripts of a page, because client-side routers fail at an odd address. */
export const withoutScripts = (html: string) => html.replace(/<script\b[^>]*>[\s\S]*?<\/script>|<link\b[^>]*\brel="modulepreload"[^>]*>/gi, '')
