import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { movingCauses } from '#features/directory/causes/ui/api.ts'
import { movingIndustries } from '#features/directory/industries/ui/api.ts'
import { biggestTargets } from '#features/directory/targets/ui/targets-search.ts'
import { ExplorePage, named } from '#features/directory/ui/explore-page.tsx'
import { Failed } from '#features/site/ui/error-page.tsx'
import { headOfLoaded } from '#features/site/ui/head.ts'
import { ListFrame, TilesLoading } from '#features/site/ui/list-frame.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'

export const Route = createFileRoute('/explore/')({
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([
      queryClient.ensureQueryData(biggestTargets(named)),
      queryClient.ensureQueryData(movingIndustries(named)),
      queryClient.ensureQueryData(movingCauses(named)),
    ])
    return { page: { title: m.explore_title(), description: m.explore_description(), path: '/explore' } }
  },
  head: headOfLoaded,
  pendingComponent: () => (
    <Frame>
      <TilesLoading tiles={3} tall />
    </Frame>
  ),
  errorComponent: ({ reset }: ErrorComponentProps) => (
    <Frame>
      <Failed reset={reset}>{m.explore_failed()}</Failed>
    </Frame>
  ),
  component: () => (
    <Frame>
      <ExplorePage />
    </Frame>
  ),
})

const Frame = ({ children }: { children: ReactNode }) => (
  <ListFrame title={m.explore_title()} lead={m.explore_lead(nouns)}>
    {children}
  </ListFrame>
)
