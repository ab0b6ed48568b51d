import type { ComponentProps } from 'react'
import { HydrateWhenVisible, partWhenVisible } from '#platform/client/hydrate-when-visible.tsx'
import type { OneStep as OneStepPart } from './one-step.tsx'

const part = partWhenVisible(() => import('./one-step.tsx').then((loaded) => loaded.OneStep))

/** Loads the part on the server. The loader of a page awaits it if the viewer has an unconfirmed pledge. */
export const oneStepReady = part.ready

/** The next step for an unconfirmed pledge. Its code is loaded separately, since few readers of a campaign need it. */
export function OneStep(props: ComponentProps<typeof OneStepPart>) {
  return (
    <HydrateWhenVisible begin={part.begin} isWanted fallback={null}>
      <part.Part {...props} />
    </HydrateWhenVisible>
  )
}
