import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { failedPages, JobsFailed, JobsLoading, JobsPage, jobsOverview } from '#features/operator/ui/public.ts'
import { pageHead } from '#features/site/ui/head.ts'
import { m } from '#messages'
import { listFrom } from '#platform/client/list-start.ts'
import { textsOf } from '#platform/client/search-text.ts'
import { readSite } from '#platform/client/site.ts'
import { isOperator } from '#platform/viewer.ts'

const read = textsOf('cursor')

/** The operators' pages. For everybody else, every address below /operator gets the same bytes as an unknown address. */
export const Route = createFileRoute('/operator/$page')({
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'errorComponent']],
  validateSearch: read,
  loaderDeps: ({ search }) => read(search),
  beforeLoad: ({ params: { page } }) => {
    if (page !== 'jobs' || !isOperator(readSite().viewer)) throw notFound()
  },
  loader: async ({ context: { queryClient }, deps: { cursor }, params }) => {
    await Promise.all([
      queryClient.fetchQuery(jobsOverview()),
      listFrom(queryClient.fetchInfiniteQuery(failedPages(cursor)), () => redirect({ to: '/operator/$page', params })),
    ])
    return { title: m.jobs_title() }
  },
  head: ({ loaderData }) => (loaderData ? pageHead({ ...loaderData, path: '/operator/jobs', hidden: true }) : {}),
  pendingComponent: JobsLoading,
  errorComponent: JobsFailed,
  component: Jobs,
})

function Jobs() {
  const { cursor } = Route.useLoaderDeps()
  return <JobsPage cursor={cursor} />
}
