import type { ReactNode } from 'react'
import { latePart } from '#platform/client/hydrate-when-visible.tsx'
import { useLatePart } from '#platform/client/late-part.ts'

const part = latePart(() => import('./notify-me.tsx').then((loaded) => loaded.NotifyMe), { isWanted: true })

/** "Notify me" as a section, or with `isOffer` as a line. Renders nothing until its code is loaded, and nothing on a site without keys. */
export const NotifyMe = part.Late

const loadRow = () => import('./notify-row.tsx').then((loaded) => loaded.NotifyRow)

/** "Notify me" as a row of another list; renders `children` if this browser cannot be notified. Renders nothing until its code is loaded. */
export function NotifyRow({ children }: { children: ReactNode }) {
  const Row = useLatePart(loadRow, { isWanted: true })
  return Row && <Row>{children}</Row>
}
