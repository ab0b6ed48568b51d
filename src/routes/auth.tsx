import { createFileRoute, redirect, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { safeReturnTo } from '#features/accounts/return-to.ts'
import { takePath } from '#features/accounts/ui/kept-path.ts'
import { AuthPage, authTitle, isOfMail, readAuthSearch } from '#features/accounts/ui/public.ts'
import { pageHead } from '#features/site/ui/head.ts'
import { readSite } from '#platform/client/site.ts'

export const Route = createFileRoute('/auth')({
  validateSearch: readAuthSearch,
  beforeLoad: async ({ search, location }) => {
    const { viewer, origin } = readSite()
    if (!viewer || (isOfMail(search.mode) && search.token)) return
    const given: unknown = Object(location.state).returnTo
    // What the way through another site was to lead to comes first. Rarely asked for, and this part of a route comes with every page.
    const kept = (await import('#features/accounts/ui/kept-path.ts')).takePath(origin)
    throw redirect({ href: kept ?? safeReturnTo(search.returnTo, origin) ?? safeReturnTo(given, origin) ?? '/', replace: true })
  },
  head: ({ match }) => pageHead({ title: authTitle(match.search.mode), path: '/auth', hidden: true }),
  component: Auth,
})

function Auth() {
  const { mode, returnTo, token, problem, provider } = Route.useSearch()
  const [kept, setKept] = useState<string | undefined>()
  // The way through another site ended here: what it was meant to lead to is still wanted.
  useEffect(() => {
    if (problem && returnTo === undefined) setKept(takePath(window.location.origin) ?? undefined)
  }, [problem, returnTo])
  const given: unknown = useLocation({ select: ({ state }) => Object(state).returnTo })
  return <AuthPage {...{ mode, token, problem, provider }} returnTo={returnTo ?? (typeof given === 'string' ? given : kept)} />
}
