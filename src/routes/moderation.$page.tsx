import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { ModerationPages } from '#features/moderation/ui/public.ts'
import { PeopleFailed, PeopleLoading, PeoplePage, type PeopleSearch, peoplePages, roleChanges, signUps } from '#features/people/ui/public.ts'
import { corrections, JoinsFailed, JoinsLoading, JoinsPage, joinsOf } from '#features/pledges/corrections/ui/public.ts'
import { openReports, QueueFailed, QueueLoading, QueuePage } from '#features/reports/queue/ui/public.ts'
import { pageHead } from '#features/site/ui/head.ts'
import { m } from '#messages'
import { listFrom } from '#platform/client/list-start.ts'
import { textsOf } from '#platform/client/search-text.ts'
import { readSite } from '#platform/client/site.ts'
import { lastPart } from '#platform/last-part.ts'
import { isOperator, isSiteModerator } from '#platform/viewer.ts'

const read = textsOf('campaign', 'q', 'show', 'cursor')
/** The campaign that the address of the page asks for, which may be pasted as a whole address. */
const askedIn = ({ campaign }: { campaign?: string | undefined }) => (campaign === undefined ? undefined : lastPart(campaign) || undefined)
const isModerationPage = (page: string) => page === 'joins' || page === 'people' || page === 'reports'
const peopleIn = ({ q, show, cursor }: PeopleSearch): PeopleSearch => ({ q, show, cursor })

/** The moderators' pages. For everybody else, every address below /moderation gets the same bytes as an unknown address. */
export const Route = createFileRoute('/moderation/$page')({
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'errorComponent']],
  validateSearch: read,
  loaderDeps: ({ search }) => read(search),
  beforeLoad: ({ params: { page } }) => {
    if (!isModerationPage(page) || !isSiteModerator(readSite().viewer)) throw notFound()
  },
  loader: async ({ context: { queryClient }, deps, params }) => {
    if (params.page === 'reports') {
      await queryClient.fetchQuery(openReports())
      return { title: m.queue_title(), path: '/moderation/reports' }
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
  return (
    <>
      <ModerationPages />
      {page === 'reports' && <QueuePage />}
      {page === 'people' && <PeoplePage search={peopleIn(deps)} />}
      {page === 'joins' && <JoinsPage campaign={askedIn(deps)} />}
    </>
  )
}

function Loading() {
  const { page } = Route.useParams()
  if (page === 'reports') return <QueueLoading />
  return page === 'people' ? <PeopleLoading /> : <JoinsLoading />
}

function Failed({ reset }: { reset: () => void }) {
  const { page } = Route.useParams()
  if (page === 'reports') return <QueueFailed reset={reset} />
  return page === 'people' ? <PeopleFailed reset={reset} /> : <JoinsFailed reset={reset} />
}
