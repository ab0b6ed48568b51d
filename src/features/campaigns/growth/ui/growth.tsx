import { createIsomorphicFn } from '@tanstack/react-start'
import { ServerOnly } from '#platform/client/server-only.tsx'
import { GrowthPlot } from './growth-plot.tsx'

const onServer = createIsomorphicFn()
  .server((campaignId: string) => <GrowthPlot campaignId={campaignId} />)
  .client((_campaignId: string) => null)

/** Server-only markup, so the browser loads no script for it. */
export function Growth({ campaignId }: { campaignId: string }) {
  return <ServerOnly onServer={onServer(campaignId)} load={() => import('./growth-plot.tsx').then((part) => <part.GrowthPlot campaignId={campaignId} />)} />
}
