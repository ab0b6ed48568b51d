import { createFileRoute, redirect, useLocation } from '@tanstack/react-router'
import { safeReturnTo } from '#features/accounts/return-to.ts'
import { AuthPage, readAuthSearch } from '#features/accounts/ui/public.ts'
import { pageHead } from '#features/site/ui/head.ts'
import { m } from '#messages'
import { readSite } from '#platform/client/site.ts'

export const Route = createFileRoute('/auth')({
  validateSearch: readAuthSearch,
  beforeLoad: ({ search }) => {
    const { viewer, origin } = readSite()
    if (viewer) throw redirect({ href: safeReturnTo(search.returnTo, origin) ?? '/', replace: true })
  },
  head: ({ match }) =>
    pageHead({ title: match.search.mode === 'signup' ? m.accounts_title_sign_up() : m.accounts_title_sign_in(), path: '/auth', hidden: true }),
  component: Auth,
})

function Auth() {
  const { mode, returnTo } = Route.useSearch()
  const given: unknown = useLocation({ select: ({ state }) => Object(state).returnTo })
  return <AuthPage mode={mode} returnTo={returnTo ?? (typeof given === 'string' ? given : undefined)} />
}
