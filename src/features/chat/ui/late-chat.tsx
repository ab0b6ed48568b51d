import type { ComponentProps } from 'react'
import { HydrateWhenVisible, partWhenVisible } from '#platform/client/hydrate-when-visible.tsx'
import type { Chat as ChatPart } from './chat.tsx'

const part = partWhenVisible(() => import('./chat.tsx').then((loaded) => loaded.Chat))

/** Resolves when the server can render the chat. The loader of every page with a chat must await it. */
export const chatReady = part.ready

/** A campaign's live chat. The browser loads its code when it is about to become visible. */
export function Chat(props: ComponentProps<typeof ChatPart>) {
  return (
    <HydrateWhenVisible begin={part.begin} fallback={null}>
      <part.Part {...props} />
    </HydrateWhenVisible>
  )
}
