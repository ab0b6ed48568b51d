import type { ReactNode } from 'react'
import { HydrateWhenVisible, partWhenVisible } from '#platform/client/hydrate-when-visible.tsx'
import { useLatePart } from '#platform/client/late-part.ts'

const part = partWhenVisible(() => import('./notify-me.tsx').then((loaded) => loaded.NotifyMe))

/** "Notify me" as a section, or with `isOffer` as a line. Renders nothing until its code is loaded, and nothing on a site without keys. */
export function NotifyMe({ isOffer = false }: { isOffer?: boolean }) {
  return (
    <HydrateWhenVisible begin={part.begin} isWanted fallback={null}>
      <part.Part isOffer={isOffer} />
    </HydrateWhenVisible>
  )
}

const loadRow = () => import('./notify-row.tsx').then((loaded) => loaded.NotifyRow)

/** "Notify me" as a row of another list; renders `children` if this browser cannot be notified. Renders nothing until its code is loaded. */
export function NotifyRow({ children }: { children: ReactNode }) {
  const Row = useLatePart(loadRow, { isWanted: true })
  return Row && <Row>{children}</Row>
}
