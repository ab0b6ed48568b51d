import { latePart } from '#platform/client/hydrate-when-visible.tsx'

const part = latePart(() => import('./one-step.tsx').then((loaded) => loaded.OneStep), { isWanted: true })

/** Loads the part on the server. The loader of a page awaits it if the viewer has an unconfirmed pledge. */
export const oneStepReady = part.ready

/** The next step for an unconfirmed pledge. Its code is loaded separately, since few readers of a campaign need it. */
export const OneStep = part.Late
