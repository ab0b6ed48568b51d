import { createFileRoute, redirect } from '@tanstack/react-router'
import { communitiesOf } from '#features/communities/ui/own-lists.ts'
import { campaignPages, pledgePages, profileBy } from '#features/profiles/ui/api.ts'
import { ProfilePage } from '#features/profiles/ui/profile-page.tsx'
import { readProfileSearch } from '#features/profiles/ui/profile-search.ts'
import { ProfileFailed, ProfileLoading, ProfileNotFound } from '#features/profiles/ui/profile-states.tsx'
import { startsOf } from '#features/profiles/ui/starts.ts'
import { pageHead } from '#features/site/ui/head.ts'
import { m } from '#messages'
import { brand } from '#platform/brand.ts'
import { listFrom } from '#platform/client/list-start.ts'
import { throwIfAbsent } from '#platform/client/throw-if-absent.ts'

export const Route = createFileRoute('/u/$id')({
  validateSearch: readProfileSearch,
  loaderDeps: ({ search }) => readProfileSearch(search),
  loader: async ({ context: { queryClient }, params, deps }) => {
    const profile = await queryClient.ensureQueryData(profileBy(params.id)).catch(throwIfAbsent)
    const { id, displayName, isDeleted } = profile
    if (id !== params.id) throw redirect({ to: '/u/$id', params: { id }, search: deps, statusCode: 301 })
    const starts = startsOf(deps)
    const lists = [
      queryClient.ensureInfiniteQueryData(campaignPages(id, starts.campaigns)),
      !isDeleted && queryClient.ensureInfiniteQueryData(pledgePages(id, starts.pledges)),
      !isDeleted && queryClient.ensureInfiniteQueryData(communitiesOf({ id, of: 'owned', start: starts.created })),
      !isDeleted && queryClient.ensureInfiniteQueryData(communitiesOf({ id, of: 'joined', start: starts.joined })),
    ]
    await listFrom(Promise.all(lists), () => redirect({ to: '/u/$id', params: { id } }))
    const name = displayName || m.profiles_nameless()
    return { title: name, description: m.profiles_description({ name, site: brand.name }) }
  },
  head: ({ loaderData, params }) =>
    pageHead({
      title: m.profiles_not_found(),
      ...loaderData,
      path: `/u/${params.id}`,
      // A profile shows who supports what: it is for people who were given the address, not for search engines.
      hidden: true,
    }),
  pendingComponent: ProfileLoading,
  errorComponent: ProfileFailed,
  notFoundComponent: ProfileNotFound,
  component: ProfileById,
})

function ProfileById() {
  const { id } = Route.useParams()
  return <ProfilePage key={id} id={id} search={Route.useLoaderDeps()} />
}
