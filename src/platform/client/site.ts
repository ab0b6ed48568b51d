import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'
import type { Site } from '../page-context.ts'

let known: Site | undefined

/** Reads the data that every page has. The server sends it with the page; the browser keeps it until the next full load. */
export const readSite = createIsomorphicFn()
  .server((): Site => {
    const context = getGlobalStartContext()
    if (!context) throw new Error('A page was rendered outside a request')
    return context.site
  })
  .client((): Site => {
    if (!known) throw new Error('The page came without its site')
    return known
  })

/** Stores the server's data when the page starts in the browser. */
export function keepSite(site: Site): void {
  known = site
}
