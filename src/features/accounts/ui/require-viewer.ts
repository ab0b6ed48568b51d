import { redirect } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'
import { readSite } from '#platform/client/site.ts'
import type { Viewer } from '#platform/viewer.ts'
import { signInHref } from './sign-in-href.ts'

type Address = { pathname: string; search: string }

/** The requested URL: the router's own has lost the parameters that no page defines. */
const askedFor = createIsomorphicFn()
  .server((): Address => new URL(getRequest().url))
  .client((): Address => window.location)

/** For `beforeLoad` of a page that needs an account. Returns the viewer, or redirects to the sign-in page, which leads back here. */
export function requireViewer(location: { pathname: string; searchStr: string }): Viewer {
  const { viewer } = readSite()
  if (viewer) return viewer
  const { pathname, search } = askedFor()
  // A preloaded page is not in the browser's address yet.
  const query = pathname === location.pathname ? search : location.searchStr
  throw redirect({ href: signInHref(`${location.pathname}${query}`) })
}
