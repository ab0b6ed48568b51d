import { createIsomorphicFn } from '@tanstack/react-start'
import { ServerOnly } from '#platform/client/server-only.tsx'
import { JoiningNoticeText } from './notice-text.tsx'

const onServer = createIsomorphicFn()
  .server((campaignId: string) => <JoiningNoticeText campaignId={campaignId} />)
  .client((_campaignId: string) => null)

/** Next to Join: tells that joining is paused. The script of a first visit does not contain it. */
export function JoiningNotice({ campaignId }: { campaignId: string }) {
  return (
    <ServerOnly onServer={onServer(campaignId)} load={() => import('./notice-text.tsx').then((part) => <part.JoiningNoticeText campaignId={campaignId} />)} />
  )
}
