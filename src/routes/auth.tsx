import { createFileRoute, redirect, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { safeReturnTo } from '#features/accounts/return-to.ts'
import { takePath } from '#features/accounts/ui/kept-path.ts'
import { AuthPage, authTitle, isOfMail, readAuthSearch } from '#features/accounts/ui/public.ts'
import { joinIntentions } from '#features/pledges/ui/intentions.ts'
import { Joining } from '#features/pledges/ui/joining.tsx'
import { pageHead } from '#features/site/ui/head.ts'
import { readSite } from '#platform/client/site.ts'

export const Route = createFileRoute('/auth')({
  validateSearch: readAuthSearch,
  codeSplitGroupings: [['loader', 'component']],
  beforeLoad: async ({ search, location }) => {
    const { viewer, origin } = readSite()
    if (!viewer || (isOfMail(search.mode) && search.token)) return
    const given: unknown = Object(location.state).returnTo
    // A path that was stored before signing in through another site has priority. Rarely needed, and `beforeLoad` is part of every page's bundle, so
    // it is imported on demand.
    const kept = (await import('#features/accounts/ui/kept-path.ts')).takePath(origin)
    throw redirect({ href: kept ?? safeReturnTo(search.returnTo, origin) ?? safeReturnTo(given, origin) ?? '/', replace: true })
  },
  // Few visitors have an intention to join, and the form works without it.
  loader: async ({ context: { queryClient }, location }) => {
    if (readAuthSearch(location.search).join) await queryClient.prefetchQuery(joinIntentions())
  },
  head: ({ match }) => pageHead({ title: authTitle(match.search.mode), path: '/auth', hidden: true }),
  component: Auth,
})

function Auth() {
  const { mode, returnTo, token, join, problem, provider } = Route.useSearch()
  const [kept, setKept] = useState<string | undefined>()
  // Signing in through another site ended here with a problem; the stored path is still wanted.
  useEffect(() => {
    if (problem && returnTo === undefined) setKept(takePath(window.location.origin) ?? undefined)
  }, [problem, returnTo])
  const given: unknown = useLocation({ select: ({ state }) => Object(state).returnTo })
  return (
    <AuthPage
      {...{ mode, token, join, problem, provider }}
      joining={join ? <Joining id={join} /> : null}
      returnTo={returnTo ?? (typeof given === 'string' ? given : kept)}
    />
  )
}
