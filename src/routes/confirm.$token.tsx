import { createFileRoute } from '@tanstack/react-router'
import { ConfirmPage } from '#features/accounts/ui/confirm-page.tsx'
import { waitingJoins } from '#features/pledges/ui/api.ts'
import { pageHead } from '#features/site/ui/head.ts'
import { m } from '#messages'

export const Route = createFileRoute('/confirm/$token')({
  loader: async ({ context: { queryClient }, params: { token } }) => ({ joins: (await queryClient.fetchQuery(waitingJoins(token))).items }),
  // The head is shown to others (in link previews), so its path does not contain the secret token.
  head: () => pageHead({ title: m.accounts_title_confirm(), path: '/confirm', hidden: true }),
  component: Confirm,
})

function Confirm() {
  return <ConfirmPage token={Route.useParams().token} joins={Route.useLoaderData().joins} />
}
