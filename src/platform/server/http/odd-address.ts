/**
 * Addresses that no page of ours has and that frameworks read in different ways: double slashes, backslashes, encoded
 * dots, slashes and control characters, and characters that a URL would encode. They get a plain 404, never a redirect.
 */
export function isOddPath(path: string): boolean {
  if (!/^\/[A-Za-z0-9\-._~!$&'()*+,;=:@%/]*$/.test(path) || path.length > 2_048) return true
  if (path.includes('//')) return true
  if (/%(?![0-9a-f]{2})/i.test(path)) return true
  return /%(0[0-9a-f]|1[0-9a-f]|2e|2f|5c|5e|7f|25)/i.test(path) || /(^|\/)\.\.?(\/|$)/.test(path) || !isDecodable(path)
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
