import { createIsomorphicFn } from '@tanstack/react-start'
import { Still } from '#platform/client/still.tsx'
import { GrowthPlot } from './growth-plot.tsx'

const onServer = createIsomorphicFn()
  .server((campaignId: string) => <GrowthPlot campaignId={campaignId} />)
  .client((_campaignId: string) => null)

/** How a campaign grew; drawn on the server, it costs a visitor no script. */
export function Growth({ campaignId }: { campaignId: string }) {
  return <Still onServer={onServer(campaignId)} load={() => import('./growth-plot.tsx').then((part) => <part.GrowthPlot campaignId={campaignId} />)} />
}
