import { createFileRoute } from '@tanstack/react-router'
import { industryPages } from '#features/directory/industries/ui/api.ts'
import { IndustryResults } from '#features/directory/industries/ui/industry-results.tsx'
import { GroupList, GroupListFailed, GroupListLoading, loadGroupList } from '#features/directory/ui/group-list.tsx'
import { headOfLoaded } from '#features/site/ui/head.ts'
import { textsOf } from '#platform/client/search-text.ts'

const read = textsOf('active', 'sort', 'cursor')

export const Route = createFileRoute('/industries/')({
  validateSearch: read,
  loaderDeps: ({ search }) => read(search),
  loader: ({ context: { queryClient }, deps }) =>
    loadGroupList({ kind: 'industries', given: deps, load: (search) => queryClient.ensureInfiniteQueryData(industryPages(search)) }),
  head: headOfLoaded,
  pendingComponent: () => <GroupListLoading kind="industries" />,
  errorComponent: ({ reset }) => <GroupListFailed kind="industries" reset={reset} />,
  component: Industries,
})

function Industries() {
  const search = Route.useLoaderDeps()
  return (
    <GroupList kind="industries" search={search}>
      <IndustryResults search={search} />
    </GroupList>
  )
}
