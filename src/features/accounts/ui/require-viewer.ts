import { redirect } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'
import { readSite } from '#platform/client/site.ts'
import type { Viewer } from '#platform/viewer.ts'
import { signInHref } from './sign-in-href.ts'

type Address = { pathname: string; search: string }

/** The address as it was asked for: the router's own has lost what no page knows. */
const askedFor = createIsomorphicFn()
  .server((): Address => new URL(getRequest().url))
  .client((): Address => window.location)

/** For `beforeLoad` of a page that needs an account: the viewer, or off to the sign-in page and back here afterwards. */
export function requireViewer(location: { pathname: string; searchStr: string }): Viewer {
  const { viewer } = readSite()
  if (viewer) return viewer
  const { pathname, search } = askedFor()
  // A page that is loaded ahead is not asked for yet.
  const query = pathname === location.pathname ? search : location.searchStr
  throw redirect({ href: signInHref(`${location.pathname}${query}`) })
}
