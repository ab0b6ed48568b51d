import { latePart } from '#platform/client/hydrate-when-visible.tsx'

const part = latePart(() => import('./account-menu.tsx').then((loaded) => loaded.AccountMenu))

/** Loads the menu on the server. The loader of every page awaits it. */
export const accountMenuReady = part.ready

/** The menu of a signed-in person. Visitors and small screens, which do not show it, never load its code. */
export const AccountMenu = part.Late
