import { createFileRoute } from '@tanstack/react-router'
import { mailListOf } from '#features/notifications/mail-lists/ui/api.ts'
import { UnsubscribeFailed, UnsubscribePage, UnsubscribeUnknown } from '#features/notifications/mail-lists/ui/unsubscribe-page.tsx'
import { pageHead } from '#features/site/ui/head.ts'
import { m } from '#messages'
import { throwIfAbsent } from '#platform/client/throw-if-absent.ts'

export const Route = createFileRoute('/unsubscribe/$token')({
  loader: async ({ context: { queryClient }, params: { token } }) => {
    await queryClient.ensureQueryData(mailListOf(token)).catch(throwIfAbsent)
    return { title: m.mail_lists_title() }
  },
  // The head is shown to others (in link previews), so its path does not contain the personal token.
  head: ({ loaderData }) => pageHead({ title: m.mail_lists_unknown(), ...loaderData, path: '/unsubscribe', hidden: true }),
  errorComponent: UnsubscribeFailed,
  notFoundComponent: UnsubscribeUnknown,
  component: Unsubscribe,
})

function Unsubscribe() {
  return <UnsubscribePage token={Route.useParams().token} />
}
