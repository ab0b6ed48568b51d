import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/explore/targets')({
  loader: ({ location }) => {
    throw redirect({ href: `/targets${location.searchStr}`, statusCode: 308 })
  },
})
