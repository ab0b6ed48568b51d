import { createFileRoute, notFound } from '@tanstack/react-router'
import { requireViewer } from '#features/accounts/ui/require-viewer.ts'
import { statementOf } from '#features/moderators/appeals/ui/api.ts'
import { NoStatement, StatementFailed, StatementLoading, StatementPage } from '#features/moderators/appeals/ui/statement-page.tsx'
import { headOfLoaded } from '#features/site/ui/head.ts'
import { m } from '#messages'
import { nullIfAbsent } from '#platform/client/null-if-absent.ts'
import { textsOf } from '#platform/client/search-text.ts'
import { isId } from '#platform/id.ts'

/** `problem` is the code of a refused appeal, for pages without JavaScript. `token` is in the link that was mailed to the author, who may be suspended. */
const read = textsOf('problem', 'token')

export const Route = createFileRoute('/statement/$id')({
  validateSearch: read,
  loaderDeps: ({ search }) => read(search),
  beforeLoad: ({ location, search }) => {
    if (!search.token) requireViewer(location)
  },
  loader: async ({ context: { queryClient }, params: { id }, deps: { token } }) => {
    if (!isId(id) || !(await nullIfAbsent(queryClient.fetchQuery(statementOf(id, token))))) throw notFound()
    return { page: { title: m.appeals_title(), path: '/statement', hidden: true } }
  },
  head: headOfLoaded,
  pendingComponent: StatementLoading,
  errorComponent: StatementFailed,
  notFoundComponent: NoStatement,
  component: Page,
})

function Page() {
  const { problem, token } = Route.useLoaderDeps()
  return <StatementPage id={Route.useParams().id} token={token} problem={problem} />
}
