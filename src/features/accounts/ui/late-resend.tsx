import { partWhenSeen, WhenSeen } from '#platform/client/when-seen.tsx'

const part = partWhenSeen(() => import('./resend-confirmation.tsx').then((loaded) => loaded.ResendConfirmation))

/** On the server, until the link can be rendered: awaited by the loader of every page that shows it. */
export const resendReady = part.ready

/** Comes when it is shown: few who read a campaign have joined it unconfirmed. */
export function ResendConfirmation() {
  return (
    <WhenSeen begin={part.begin} isWanted fallback={null}>
      <part.Part />
    </WhenSeen>
  )
}
