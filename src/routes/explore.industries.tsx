import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/explore/industries')({
  loader: ({ location }) => {
    throw redirect({ href: `/industries${location.searchStr}`, statusCode: 308 })
  },
})
