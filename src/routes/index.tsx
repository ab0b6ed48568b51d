import { createFileRoute } from '@tanstack/react-router'
import { Skeleton } from '#design/skeleton.tsx'
import { newestActive, recentlyWon } from '#features/campaigns/ui/api.ts'
import { CardGridSkeleton } from '#features/campaigns/ui/card-grid-skeleton.tsx'
import { HomeLists } from '#features/campaigns/ui/home-lists.tsx'
import { LiveCard } from '#features/campaigns/ui/live-card.tsx'
import { OwnNews } from '#features/dashboard/ui/own-news.tsx'
import { api as stats } from '#features/pledges/tallies/ui/api.ts'
import { StatsBand } from '#features/pledges/tallies/ui/stats-band.tsx'
import { pageHead } from '#features/site/ui/head.ts'
import { Hero } from '#features/site/ui/hero.tsx'

export const Route = createFileRoute('/')({
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([
      queryClient.ensureQueryData(stats.stats.queryOptions()),
      queryClient.ensureQueryData(newestActive()),
      queryClient.ensureQueryData(recentlyWon()),
    ])
  },
  head: () => pageHead({ path: '/' }),
  pendingComponent: () => (
    <div className="page-column py-12">
      <Skeleton className="mb-12 h-64 w-full" />
      <CardGridSkeleton cards={6} />
    </div>
  ),
  component: Home,
})

function Home() {
  return (
    <>
      <Hero live={<LiveCard />} />
      <OwnNews />
      <StatsBand />
      <HomeLists />
    </>
  )
}
