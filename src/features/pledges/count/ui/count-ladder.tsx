import { createIsomorphicFn } from '@tanstack/react-start'
import { ServerOnly } from '#platform/client/server-only.tsx'
import { Ladder, type LadderCampaign } from './ladder.tsx'

const onServer = createIsomorphicFn()
  .server((campaign: LadderCampaign) => <Ladder campaign={campaign} />)
  .client((_campaign: LadderCampaign) => null)

/** Server-only markup, because the figures change once a day. */
export function CountLadder({ campaign }: { campaign: LadderCampaign }) {
  return <ServerOnly onServer={onServer(campaign)} load={() => import('./ladder.tsx').then((part) => <part.Ladder campaign={campaign} />)} />
}
