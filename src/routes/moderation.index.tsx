import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { readSite } from '#platform/client/site.ts'
import { isSiteModerator } from '#platform/viewer.ts'

/** Leads moderators to their queue. For everybody else it is an unknown address. */
export const Route = createFileRoute('/moderation/')({
  beforeLoad: () => {
    if (!isSiteModerator(readSite().viewer)) throw notFound()
    throw redirect({ to: '/moderation/$page', params: { page: 'reports' }, statusCode: 308 })
  },
})
