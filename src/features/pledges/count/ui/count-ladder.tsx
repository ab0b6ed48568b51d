import { createIsomorphicFn } from '@tanstack/react-start'
import { ServerOnly } from '#platform/client/server-only.tsx'
import { Ladder } from './ladder.tsx'

const onServer = createIsomorphicFn()
  .server((campaignId: string) => <Ladder campaignId={campaignId} />)
  .client((_campaignId: string) => null)

/** Server-only markup, because the figures change once a day. */
export function CountLadder({ campaignId }: { campaignId: string }) {
  return <ServerOnly onServer={onServer(campaignId)} load={() => import('./ladder.tsx').then((part) => <part.Ladder campaignId={campaignId} />)} />
}
