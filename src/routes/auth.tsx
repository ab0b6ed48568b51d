import type { QueryClient } from '@tanstack/react-query'
import { createFileRoute, redirect, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { safeReturnTo } from '#features/accounts/return-to.ts'
import { refusedSuspension } from '#features/accounts/ui/api.ts'
import { AuthPage } from '#features/accounts/ui/auth-page.tsx'
import { isOfMail, joinOfLink, modeOf, readAuthSearch } from '#features/accounts/ui/auth-search.ts'
import { authTitle } from '#features/accounts/ui/auth-title.ts'
import { takePath } from '#features/accounts/ui/kept-path.ts'
import type { Campaign } from '#features/campaigns/contract.ts'
import { campaignBy } from '#features/campaigns/ui/campaign-of.ts'
import { suspendedText } from '#features/moderation/suspended-text.ts'
import { mayJoin } from '#features/pledges/policy.ts'
import { joinIntentions } from '#features/pledges/ui/api.ts'
import { InvitedTo, Joining } from '#features/pledges/ui/joining.tsx'
import { pageHead } from '#features/site/ui/head.ts'
import { readSite } from '#platform/client/site.ts'

export const Route = createFileRoute('/auth')({
  validateSearch: readAuthSearch,
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
    const { join, returnTo, suspension } = readAuthSearch(location.search)
    const refusal = suspension ? await textOfSuspension(queryClient, suspension) : null
    if (join === joinOfLink) return { invitedTo: await campaignOfPath(queryClient, returnTo), refusal }
    if (join) await queryClient.prefetchQuery(joinIntentions())
    return { invitedTo: null, refusal }
  },
  head: ({ match }) => pageHead({ title: authTitle(modeOf(match.search)), path: '/auth', hidden: true }),
  component: Auth,
})

/** The active campaign of a path on this site; null for any other path. */
async function campaignOfPath(queryClient: QueryClient, path: string | undefined): Promise<Campaign | null> {
  const [, slug] = /^\/campaigns\/([\w-]+)(?:[?#]|$)/.exec(safeReturnTo(path, readSite().origin) ?? '') ?? []
  const campaign = slug ? await queryClient.ensureQueryData(campaignBy(slug)).catch(() => null) : null
  return campaign && mayJoin(campaign) ? campaign : null
}

/** Null if the suspension has ended, or cannot be read now. */
async function textOfSuspension(queryClient: QueryClient, id: string): Promise<string | null> {
  const suspension = await queryClient.ensureQueryData(refusedSuspension(id)).catch(() => null)
  return suspension && suspendedText(suspension)
}

function Auth() {
  const { mode: asked, returnTo, token, join, problem, provider, refused, suspension, statement } = Route.useSearch()
  const { invitedTo, refusal } = Route.useLoaderData()
  const [kept, setKept] = useState<string | undefined>()
  // Signing in through another site ended here with a problem; the stored path is still wanted.
  useEffect(() => {
    if (problem && returnTo === undefined) setKept(takePath(window.location.origin) ?? undefined)
  }, [problem, returnTo])
  const given: unknown = useLocation({ select: ({ state }) => Object(state).returnTo })
  const invited = invitedTo && <InvitedTo title={invitedTo.title} target={invitedTo.target.name} supporters={invitedTo.count.supporters} />
  const mode = modeOf({ mode: asked, returnTo })
  return (
    <AuthPage
      {...{ mode, token, join, problem, provider, refusal, refused, suspension, statement }}
      joining={invited ?? (join && join !== joinOfLink ? <Joining id={join} /> : null)}
      returnTo={returnTo ?? (typeof given === 'string' ? given : kept)}
    />
  )
}
