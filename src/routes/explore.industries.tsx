import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/explore/industries')({
  codeSplitGroupings: [['loader']],
  loader: ({ location }) => {
    throw redirect({ href: `/industries${location.searchStr}`, statusCode: 308 })
  },
})
