import { useQuery } from '@tanstack/react-query'
import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { entriesFor, openMerges, unverifiedCount } from '#features/directory/review/ui/api.ts'
import { EntriesFailed, EntriesLoading, EntriesPage } from '#features/directory/review/ui/entries-page.tsx'
import { ModerationPages } from '#features/moderation/ui/moderation-pages.tsx'
import { openAppeals } from '#features/moderators/appeals/ui/api.ts'
import { AppealsFailed, AppealsLoading, AppealsPage } from '#features/moderators/appeals/ui/appeals-page.tsx'
import { type PeopleSearch, peoplePages, roleChanges, signUps } from '#features/moderators/people/ui/api.ts'
import { PeopleFailed, PeopleLoading, PeoplePage } from '#features/moderators/people/ui/people-page.tsx'
import { corrections, joinsOf } from '#features/pledges/corrections/ui/api.ts'
import { JoinsFailed, JoinsLoading, JoinsPage } from '#features/pledges/corrections/ui/joins-page.tsx'
import { openClaims } from '#features/replies/ui/api.ts'
import { ClaimsFailed, ClaimsLoading, ClaimsPage } from '#features/replies/ui/claims-page.tsx'
import { openReports, queueSummary } from '#features/reports/queue/ui/api.ts'
import { useWaitingWork } from '#features/reports/queue/ui/menu-count.tsx'
import { QueueFailed, QueueLoading, QueuePage } from '#features/reports/queue/ui/queue-page.tsx'
import { pageHead } from '#features/site/ui/head.ts'
import { siteTransparency } from '#features/site-pages/transparency/ui/api.ts'
import { DemandsPage } from '#features/site-pages/transparency/ui/demands-page.tsx'
import { TransparencyFailed } from '#features/site-pages/transparency/ui/transparency-page.tsx'
import { m } from '#messages'
import { listFrom } from '#platform/client/list-start.ts'
import { textsOf } from '#platform/client/search-text.ts'
import { readSite } from '#platform/client/site.ts'
import { lastPart } from '#platform/last-part.ts'
import { isOperator, isSiteModerator } from '#platform/viewer.ts'
import { limitDiscussion, moderateContent } from './-moderate-content.ts'

const read = textsOf('campaign', 'domain', 'day', 'q', 'show', 'cursor')
/** The campaign that the address of the page asks for, which may be pasted as a whole address. */
const askedIn = ({ campaign }: { campaign?: string | undefined }) => (campaign === undefined ? undefined : lastPart(campaign) || undefined)
const isModerationPage = (page: string) => ['appeals', 'companies', 'demands', 'entries', 'joins', 'people', 'reports'].includes(page)
const peopleIn = ({ q, show, cursor }: PeopleSearch): PeopleSearch => ({ q, show, cursor })

/** The moderators' pages. For everybody else, every address below /moderation gets the same bytes as an unknown address. */
export const Route = createFileRoute('/moderation/$page')({
  validateSearch: read,
  loaderDeps: ({ search }) => read(search),
  beforeLoad: ({ params: { page } }) => {
    if (!isModerationPage(page) || !isSiteModerator(readSite().viewer)) throw notFound()
  },
  loader: async ({ context: { queryClient }, deps, params }) => {
    // Links without their numbers are shown if counting fails.
    await Promise.all([queryClient.prefetchQuery(unverifiedCount()), queryClient.prefetchQuery(queueSummary())])
    if (params.page === 'reports') {
      await Promise.all([queryClient.fetchQuery(openReports()), queryClient.fetchQuery(queueSummary())])
      return { title: m.queue_title(), path: '/moderation/reports' }
    }
    if (params.page === 'appeals') {
      await queryClient.fetchQuery(openAppeals())
      return { title: m.appeals_list(), path: '/moderation/appeals' }
    }
    if (params.page === 'companies') {
      await queryClient.fetchQuery(openClaims())
      return { title: m.replies_claims(), path: '/moderation/companies' }
    }
    if (params.page === 'entries') {
      await Promise.all([queryClient.fetchQuery(entriesFor(deps.q ?? '')), queryClient.prefetchQuery(openMerges())])
      return { title: m.directory_review_title(), path: '/moderation/entries' }
    }
    if (params.page === 'demands') {
      await queryClient.fetchQuery(siteTransparency())
      return { title: m.transparency_demands(), path: '/moderation/demands' }
    }
    if (params.page === 'people') {
      await Promise.all([
        listFrom(queryClient.fetchInfiniteQuery(peoplePages(peopleIn(deps))), () =>
          redirect({ to: '/moderation/$page', params, search: { q: deps.q, show: deps.show } }),
        ),
        queryClient.fetchQuery(signUps()),
        isOperator(readSite().viewer) && queryClient.fetchQuery(roleChanges()),
      ])
      return { title: m.people_title(), path: '/moderation/people' }
    }
    await Promise.all([queryClient.fetchQuery(joinsOf(askedIn(deps))), queryClient.fetchQuery(corrections())])
    return { title: m.corrections_title(), path: '/moderation/joins' }
  },
  head: ({ loaderData }) => (loaderData ? pageHead({ ...loaderData, hidden: true }) : {}),
  pendingComponent: Loading,
  errorComponent: Failed,
  component: Page,
})

function Page() {
  const deps = Route.useLoaderDeps()
  const { page } = Route.useParams()
  const { data: unverified } = useQuery(unverifiedCount())
  const work = useWaitingWork({ refetchMs: 10_000 })
  return (
    <>
      <ModerationPages
        waiting={{
          ...{ reports: work?.open ?? 0, appeals: work?.appeals ?? 0, companies: work?.companies ?? 0, joins: work?.joins ?? 0 },
          entries: unverified?.total ?? 0,
        }}
      />
      {page === 'reports' && <QueuePage moderate={moderateContent} limit={limitDiscussion} />}
      {page === 'appeals' && <AppealsPage />}
      {page === 'companies' && <ClaimsPage />}
      {page === 'entries' && <EntriesPage q={deps.q ?? ''} />}
      {page === 'demands' && <DemandsPage />}
      {page === 'people' && <PeoplePage search={peopleIn(deps)} />}
      {page === 'joins' && <JoinsPage campaign={askedIn(deps)} domain={deps.domain} day={deps.day} />}
    </>
  )
}

function Loading() {
  const { page } = Route.useParams()
  if (page === 'reports') return <QueueLoading />
  if (page === 'appeals') return <AppealsLoading />
  if (page === 'companies' || page === 'demands') return <ClaimsLoading />
  if (page === 'entries') return <EntriesLoading />
  return page === 'people' ? <PeopleLoading /> : <JoinsLoading />
}

function Failed({ reset }: { reset: () => void }) {
  const { page } = Route.useParams()
  if (page === 'reports') return <QueueFailed reset={reset} />
  if (page === 'appeals') return <AppealsFailed reset={reset} />
  if (page === 'companies') return <ClaimsFailed reset={reset} />
  if (page === 'entries') return <EntriesFailed reset={reset} />
  if (page === 'demands') return <TransparencyFailed reset={reset} />
  return page === 'people' ? <PeopleFailed reset={reset} /> : <JoinsFailed reset={reset} />
}
