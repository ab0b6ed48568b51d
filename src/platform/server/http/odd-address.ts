/**
 * Addresses that no page of ours has and that frameworks read in different ways: double slashes, backslashes, encoded
 * dots, slashes and control characters, and characters that a URL would encode. They get a plain 404, a browser as a page, never a redirect.
 */
export function isOddPath(path: string): boolean {
  if (!/^\/[A-Za-z0-9\-._~!$&'()*+,;=:@%/]*$/.test(path) || path.length > 2_048) return true
  if (path.includes('//')) return true
  if (/%(?![0-9a-f]{2})/i.test(path)) return true
  if (/%(0[0-9a-f]|1[0-9a-f]|2f|5c|5e|7f|25)/i.test(path) || /(^|\/)\.\.?(\/|$)/.test(path)) return true
  return needlesslyEncoded.test(path) || !isDecodable(path)
}

/** Letters, digits, - . _ ~: nobody has to encode them, and /%72pc is not /rpc for everybody who reads it. */
const needlesslyEncoded = /%(2d|2e|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/i

function isDecodable(path: string): boolean {
  try {
    // What it gives is looked at: the build leaves out a call whose result nobody takes.
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}

/** A page that reads nothing of its address in the browser, where routers fail at an odd one. */
export const withoutScripts = (html: string) => html.replace(/<script\b[^>]*>[\s\S]*?<\/script>|<link\b[^>]*\brel="modulepreload"[^>]*>/gi, '')
