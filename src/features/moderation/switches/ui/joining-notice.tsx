import { createIsomorphicFn } from '@tanstack/react-start'
import { ServerOnly } from '#platform/client/server-only.tsx'
import { type Joinable, JoiningNoticeText } from './notice-text.tsx'

const onServer = createIsomorphicFn()
  .server((campaign: Joinable) => <JoiningNoticeText {...campaign} />)
  .client((_campaign: Joinable) => null)

/** The notices next to Join: the number moves in steps, or joining is paused. Their code is not part of a first visit's script. */
export function JoiningNotice(campaign: Joinable) {
  return <ServerOnly onServer={onServer(campaign)} load={() => import('./notice-text.tsx').then((part) => <part.JoiningNoticeText {...campaign} />)} />
}
