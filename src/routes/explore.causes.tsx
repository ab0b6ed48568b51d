import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/explore/causes')({
  loader: ({ location }) => {
    throw redirect({ href: `/causes${location.searchStr}`, statusCode: 308 })
  },
})
