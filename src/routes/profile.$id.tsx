import { createFileRoute, redirect } from '@tanstack/react-router'

/** The other address of a profile. */
export const Route = createFileRoute('/profile/$id')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/u/$id', params, statusCode: 301 })
  },
})
