import { latePart } from '#platform/client/hydrate-when-visible.tsx'

const part = latePart(() => import('./resend-confirmation.tsx').then((loaded) => loaded.ResendConfirmation), { isWanted: true })

/** On the server, resolves when the part can be rendered. The loader of every page that shows it must await it. */
export const resendReady = part.ready

/** Its code loads only where it is rendered: few readers of a campaign have joined it unconfirmed. */
export const ResendConfirmation = part.Late
