import type { ComponentProps } from 'react'
import { HydrateWhenVisible, partWhenVisible } from '#platform/client/hydrate-when-visible.tsx'
import type { AccountMenu as AccountMenuPart } from './account-menu.tsx'

const part = partWhenVisible(() => import('./account-menu.tsx').then((loaded) => loaded.AccountMenu))

/** Loads the menu on the server. The loader of every page awaits it. */
export const accountMenuReady = part.ready

/** The menu of a signed-in person. Visitors and small screens, which do not show it, never load its code. */
export function AccountMenu(props: ComponentProps<typeof AccountMenuPart>) {
  return (
    <HydrateWhenVisible begin={part.begin} fallback={null}>
      <part.Part {...props} />
    </HydrateWhenVisible>
  )
}
