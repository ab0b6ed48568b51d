import { redirect } from '@tanstack/react-router'
import { readSite } from '#platform/client/site.ts'
import type { Viewer } from '#platform/viewer.ts'
import { signInHref } from './sign-in-href.ts'

/** For `beforeLoad` of a page that needs an account: the viewer, or off to the sign-in page and back here afterwards. */
export function requireViewer(location: { pathname: string; searchStr: string }): Viewer {
  const { viewer } = readSite()
  if (!viewer) throw redirect({ href: signInHref(`${location.pathname}${location.searchStr}`) })
  return viewer
}
