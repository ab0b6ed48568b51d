import { Link, useLocation } from '@tanstack/react-router'
import { m } from '#messages'

const anySearch = { includeSearch: false }

/** Link to the sign-in page, which leads back to the present page. */
export function SignInLink({ className }: { className: string }) {
  const returnTo = useLocation({ select: returnPath })
  return (
    <Link to="/auth" search={{ returnTo }} activeOptions={anySearch} className={className}>
      {m.site_nav_sign_in()}
    </Link>
  )
}

/** Undefined for the home page, the default destination. On the sign-in page the existing path is kept. */
function returnPath({ pathname, search, searchStr }: { pathname: string; search: unknown; searchStr: string }): string | undefined {
  const { returnTo }: { returnTo?: unknown } = Object(search)
  if (pathname === '/auth') return typeof returnTo === 'string' ? returnTo : undefined
  return pathname === '/' ? undefined : `${pathname}${searchStr}`
}
