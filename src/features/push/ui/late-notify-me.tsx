import { partWhenSeen, WhenSeen } from '#platform/client/when-seen.tsx'

const part = partWhenSeen(() => import('./notify-me.tsx').then((loaded) => loaded.NotifyMe))

/** "Notify me": a line with `isOffer`, else a part of its own. There is nothing to see of it before its code is there, and nothing on a site without keys. */
export function NotifyMe({ isOffer = false }: { isOffer?: boolean }) {
  return (
    <WhenSeen begin={part.begin} isWanted fallback={null}>
      <part.Part isOffer={isOffer} />
    </WhenSeen>
  )
}
