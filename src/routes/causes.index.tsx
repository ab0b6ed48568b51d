import { createFileRoute } from '@tanstack/react-router'
import { causePages } from '#features/directory/causes/ui/api.ts'
import { CauseResults } from '#features/directory/causes/ui/cause-results.tsx'
import { GroupList, GroupListFailed, GroupListLoading, loadGroupList } from '#features/directory/ui/group-list.tsx'
import { headOfLoaded } from '#features/site/ui/head.ts'
import { textsOf } from '#platform/client/search-text.ts'

const read = textsOf('active', 'sort', 'cursor')

export const Route = createFileRoute('/causes/')({
  validateSearch: read,
  loaderDeps: ({ search }) => read(search),
  loader: ({ context: { queryClient }, deps }) =>
    loadGroupList({ kind: 'causes', given: deps, load: (search) => queryClient.ensureInfiniteQueryData(causePages(search)) }),
  head: headOfLoaded,
  pendingComponent: () => <GroupListLoading kind="causes" />,
  errorComponent: ({ reset }) => <GroupListFailed kind="causes" reset={reset} />,
  component: Causes,
})

function Causes() {
  const search = Route.useLoaderDeps()
  return (
    <GroupList kind="causes" search={search}>
      <CauseResults search={search} />
    </GroupList>
  )
}
