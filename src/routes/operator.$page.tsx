import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { siteSwitches } from '#features/moderation/switches/ui/api.ts'
import { SwitchesFailed, SwitchesLoading, SwitchesPage } from '#features/moderation/switches/ui/switches-page.tsx'
import { type LogFilter, logFilters } from '#features/operator/terms.ts'
import { failedPages, jobsOverview, loggedPages } from '#features/operator/ui/api.ts'
import { JobsFailed, JobsLoading, JobsPage } from '#features/operator/ui/jobs-page.tsx'
import { LogFailed, LogLoading, LogPage } from '#features/operator/ui/log-page.tsx'
import { OperatorPages } from '#features/operator/ui/operator-pages.tsx'
import { pageHead } from '#features/site/ui/head.ts'
import { m } from '#messages'
import { listFrom } from '#platform/client/list-start.ts'
import { textsOf } from '#platform/client/search-text.ts'
import { readSite } from '#platform/client/site.ts'
import { isId } from '#platform/id.ts'
import { lastPart } from '#platform/last-part.ts'
import { isOperator } from '#platform/viewer.ts'

const read = textsOf('cursor', 'filter', 'person')
const filterOf = (filter: string | undefined): LogFilter => logFilters.find((each) => each === filter) ?? 'site'
/** The person whose acts the address of the page asks for, which may be the pasted address of a profile. */
const personIn = (text = '') => (isId(lastPart(text)) ? lastPart(text) : undefined)
const pages = ['jobs', 'switches', 'log'] as const
type OperatorPage = (typeof pages)[number]
const pageOf = (name: string): OperatorPage | undefined => pages.find((page) => page === name)

/** The operators' pages. For everybody else, every address below /operator gets the same bytes as an unknown address. */
export const Route = createFileRoute('/operator/$page')({
  validateSearch: read,
  loaderDeps: ({ search }) => read(search),
  beforeLoad: ({ params: { page } }) => {
    if (!pageOf(page) || !isOperator(readSite().viewer)) throw notFound()
  },
  loader: async ({ context: { queryClient }, deps: { cursor, filter, person }, params }) => {
    const fromStart = () => redirect({ to: '/operator/$page', params, search: { filter, person } })
    switch (pageOf(params.page)) {
      case 'switches':
        await queryClient.fetchQuery(siteSwitches())
        return { title: m.switches_title(), path: '/operator/switches' }
      case 'log':
        await listFrom(queryClient.fetchInfiniteQuery(loggedPages({ by: filterOf(filter), person: personIn(person) }, cursor)), fromStart)
        return { title: m.operator_log(), path: '/operator/log' }
      default:
        await Promise.all([queryClient.fetchQuery(jobsOverview()), listFrom(queryClient.fetchInfiniteQuery(failedPages(cursor)), fromStart)])
        return { title: m.operator_title(), path: '/operator/jobs' }
    }
  },
  head: ({ loaderData }) => (loaderData ? pageHead({ ...loaderData, hidden: true }) : {}),
  pendingComponent: () => {
    const { Loading } = usePage()
    return <Loading />
  },
  errorComponent: ({ reset }) => {
    const { Failed } = usePage()
    return <Failed reset={reset} />
  },
  component: Content,
})

const parts = {
  jobs: { Page: JobsPage, Loading: JobsLoading, Failed: JobsFailed },
  switches: { Page: SwitchesPage, Loading: SwitchesLoading, Failed: SwitchesFailed },
  log: { Page: LogPage, Loading: LogLoading, Failed: LogFailed },
}

const usePage = () => parts[pageOf(Route.useParams().page) ?? 'jobs']

function Content() {
  const { Page } = usePage()
  const { cursor, filter, person } = Route.useLoaderDeps()
  return (
    <>
      <OperatorPages />
      <Page cursor={cursor} by={filterOf(filter)} person={personIn(person)} typed={person} />
    </>
  )
}
