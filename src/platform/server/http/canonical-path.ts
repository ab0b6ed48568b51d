/** The one spelling of a page's path: no slash at its end, and names of things in small letters. */
export function canonicalPath(path: string): string {
  const bare = path.length > 1 ? path.replace(/\/+$/, '') : path
  return bare.replace(/^(\/(?:campaigns|targets|industries|causes)\/)([A-Za-z0-9-]+)/, (_whole, list: string, slug: string) => list + slug.toLowerCase())
}
