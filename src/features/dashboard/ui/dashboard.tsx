import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { m } from '#messages'
import { mine, ownDashboard } from './api.ts'
import { Communities } from './communities.tsx'
import type { DashboardSearch } from './dashboard-search.ts'
import { ImpactCard } from './impact-card.tsx'
import { LatestPledges } from './latest-pledges.tsx'
import { NewCampaign, OwnCampaigns } from './own-campaigns.tsx'
import { RecentUpdates } from './recent-updates.tsx'

/** The viewer's own campaigns, pledges, communities and impact. */
export function Dashboard({ viewer, search }: { viewer: { id: string; displayName: string }; search: DashboardSearch }) {
  const { data: campaigns } = useSuspenseQuery(mine())
  const { data } = useSuspenseQuery(ownDashboard())
  return (
    <div className="page-column py-6 md:py-10">
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <h1 dir="auto" className="type-title text-3xl [overflow-wrap:anywhere]">
            {m.dashboard_welcome({ name: firstName(viewer.displayName) || m.dashboard_nameless() })}
          </h1>
          <p>
            <Link to="/u/$id" params={{ id: viewer.id }} className="link inline-flex min-h-11 items-center text-muted">
              {m.dashboard_profile()}
            </Link>
          </p>
        </div>
        <NewCampaign />
      </header>
      <div className="mt-6 grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-10">
          <ImpactCard impact={data.impact} />
          <OwnCampaigns campaigns={campaigns} />
          <LatestPledges {...data.pledges} />
          <Communities search={search} />
        </div>
        <RecentUpdates updates={data.updates} />
      </div>
    </div>
  )
}

/** A display name without the initial of the last name: "Uma" for "Uma T.". */
const firstName = (displayName: string) => displayName.replace(/ \S+\.$/u, '')
