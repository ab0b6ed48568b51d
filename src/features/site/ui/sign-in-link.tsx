import { Link, useLocation } from '@tanstack/react-router'
import { m } from '#messages'

const anySearch = { includeSearch: false }

/** To the sign-in page, and afterwards back to the page that is shown now. */
export function SignInLink({ className }: { className: string }) {
  const returnTo = useLocation({ select: returnPath })
  return (
    <Link to="/auth" search={{ returnTo }} activeOptions={anySearch} className={className}>
      {m.site_nav_sign_in()}
    </Link>
  )
}

/** Undefined for the home page, where signing in leads by itself. The sign-in page keeps the path that it has. */
function returnPath({ pathname, search, searchStr }: { pathname: string; search: unknown; searchStr: string }): string | undefined {
  const { returnTo }: { returnTo?: unknown } = Object(search)
  if (pathname === '/auth') return typeof returnTo === 'string' ? returnTo : undefined
  return pathname === '/' ? undefined : `${pathname}${searchStr}`
}
