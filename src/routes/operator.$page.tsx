import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { failedPages, JobsFailed, JobsLoading, JobsPage, jobsOverview, OperatorPages } from '#features/operator/ui/public.ts'
import { pageHead } from '#features/site/ui/head.ts'
import { SwitchesFailed, SwitchesLoading, SwitchesPage, siteSwitches } from '#features/switches/ui/public.ts'
import { m } from '#messages'
import { listFrom } from '#platform/client/list-start.ts'
import { textsOf } from '#platform/client/search-text.ts'
import { readSite } from '#platform/client/site.ts'
import { isOperator } from '#platform/viewer.ts'

const read = textsOf('cursor')
const isOperatorPage = (page: string) => page === 'jobs' || page === 'switches'

/** The operators' pages. For everybody else, every address below /operator gets the same bytes as an unknown address. */
export const Route = createFileRoute('/operator/$page')({
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'errorComponent']],
  validateSearch: read,
  loaderDeps: ({ search }) => read(search),
  beforeLoad: ({ params: { page } }) => {
    if (!isOperatorPage(page) || !isOperator(readSite().viewer)) throw notFound()
  },
  loader: async ({ context: { queryClient }, deps: { cursor }, params }) => {
    if (params.page === 'switches') {
      await queryClient.fetchQuery(siteSwitches())
      return { title: m.switches_title(), path: '/operator/switches' }
    }
    await Promise.all([
      queryClient.fetchQuery(jobsOverview()),
      listFrom(queryClient.fetchInfiniteQuery(failedPages(cursor)), () => redirect({ to: '/operator/$page', params })),
    ])
    return { title: m.jobs_title(), path: '/operator/jobs' }
  },
  head: ({ loaderData }) => (loaderData ? pageHead({ ...loaderData, hidden: true }) : {}),
  pendingComponent: Loading,
  errorComponent: Failed,
  component: Page,
})

function Page() {
  const { page } = Route.useParams()
  const { cursor } = Route.useLoaderDeps()
  return (
    <>
      <OperatorPages />
      {page === 'switches' ? <SwitchesPage /> : <JobsPage cursor={cursor} />}
    </>
  )
}

function Loading() {
  return Route.useParams().page === 'switches' ? <SwitchesLoading /> : <JobsLoading />
}

function Failed({ reset }: { reset: () => void }) {
  return Route.useParams().page === 'switches' ? <SwitchesFailed reset={reset} /> : <JobsFailed reset={reset} />
}
