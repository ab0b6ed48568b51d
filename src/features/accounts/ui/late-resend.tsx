import { HydrateWhenVisible, partWhenVisible } from '#platform/client/hydrate-when-visible.tsx'

const part = partWhenVisible(() => import('./resend-confirmation.tsx').then((loaded) => loaded.ResendConfirmation))

/** On the server, resolves when the part can be rendered. The loader of every page that shows it must await it. */
export const resendReady = part.ready

/** Its code loads only where it is rendered: few readers of a campaign have joined it unconfirmed. */
export function ResendConfirmation() {
  return (
    <HydrateWhenVisible begin={part.begin} isWanted fallback={null}>
      <part.Part />
    </HydrateWhenVisible>
  )
}
