import { createFileRoute, notFound } from '@tanstack/react-router'
import { corrections, JoinsFailed, JoinsLoading, JoinsPage, joinsOf } from '#features/pledges/corrections/ui/public.ts'
import { pageHead } from '#features/site/ui/head.ts'
import { m } from '#messages'
import { textsOf } from '#platform/client/search-text.ts'
import { readSite } from '#platform/client/site.ts'
import { lastPart } from '#platform/last-part.ts'
import { isSiteModerator } from '#platform/viewer.ts'

const read = textsOf('campaign')
/** The campaign that the address of the page asks for, which may be pasted as a whole address. */
const askedIn = ({ campaign }: { campaign?: string | undefined }) => (campaign === undefined ? undefined : lastPart(campaign) || undefined)

/** The moderators' pages. For everybody else, every address below /moderation gets the same bytes as an unknown address. */
export const Route = createFileRoute('/moderation/$page')({
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'errorComponent']],
  validateSearch: read,
  loaderDeps: ({ search }) => read(search),
  beforeLoad: ({ params: { page } }) => {
    if (page !== 'joins' || !isSiteModerator(readSite().viewer)) throw notFound()
  },
  loader: async ({ context: { queryClient }, deps }) => {
    await Promise.all([queryClient.fetchQuery(joinsOf(askedIn(deps))), queryClient.fetchQuery(corrections())])
    return { title: m.corrections_title(), path: '/moderation/joins' }
  },
  head: ({ loaderData }) => (loaderData ? pageHead({ ...loaderData, hidden: true }) : {}),
  pendingComponent: JoinsLoading,
  errorComponent: JoinsFailed,
  component: Page,
})

function Page() {
  return <JoinsPage campaign={askedIn(Route.useLoaderDeps())} />
}
