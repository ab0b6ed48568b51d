import { createFileRoute } from '@tanstack/react-router'
import { ConfirmPage } from '#features/accounts/ui/public.ts'
import { pageHead } from '#features/site/ui/head.ts'
import { m } from '#messages'

export const Route = createFileRoute('/confirm/$token')({
  // The head is shown to others (in link previews), so its path does not contain the secret token.
  head: () => pageHead({ title: m.accounts_title_confirm(), path: '/confirm', hidden: true }),
  component: Confirm,
})

function Confirm() {
  return <ConfirmPage token={Route.useParams().token} />
}
