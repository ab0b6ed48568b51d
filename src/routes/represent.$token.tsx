import { createFileRoute } from '@tanstack/react-router'
import { requireViewer } from '#features/accounts/ui/require-viewer.ts'
import { ConfirmControl } from '#features/replies/ui/confirm-control.tsx'
import { pageHead } from '#features/site/ui/head.ts'
import { m } from '#messages'

export const Route = createFileRoute('/represent/$token')({
  beforeLoad: ({ location }) => ({ viewer: requireViewer(location) }),
  // The head is shown to others (in link previews), so its path does not contain the secret token.
  head: () => pageHead({ title: m.replies_confirm_title(), path: '/represent', hidden: true }),
  component: () => <ConfirmControl token={Route.useParams().token} />,
})
