import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#features/live-stats/ui/api.ts'

export const Route = createFileRoute('/')({
  loader: ({ context }) => context.queryClient.ensureQueryData(api.stats.queryOptions()),
  component: Home,
})

function Home() {
  const [n, set] = useState(0)
  const { data } = useSuspenseQuery(api.stats.queryOptions())
  return (
    <main>
      <h1>Holdout</h1>
      <p id="supporters">{data.supporters}</p>
      <button type="button" onClick={() => set(n + 1)}>
        {n}
      </button>
    </main>
  )
}
