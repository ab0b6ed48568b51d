/**
 * Returns the one spelling of a page's path: no trailing slash, and the first segment and slugs in lower case. The router
 * accepts others, but a page cached under another spelling would not be dropped when it changes.
 */
export function canonicalPath(path: string): string {
  const bare = path.length > 1 ? path.replace(/\/+$/, '') : path
  const lower = bare.replace(/^\/[^/]+/, (first) => first.toLowerCase())
  return lower.replace(/^(\/(?:campaigns|targets|industries|causes|u)\/)([A-Za-z0-9-]+)/, (_whole, list: string, name: string) => list + name.toLowerCase())
}
