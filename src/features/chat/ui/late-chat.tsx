import { latePart } from '#platform/client/hydrate-when-visible.tsx'

const part = latePart(() => import('./chat.tsx').then((loaded) => loaded.Chat))

/** Resolves when the server can render the chat. The loader of every page with a chat must await it. */
export const chatReady = part.ready

/** A campaign's live chat. The browser loads its code when it is about to become visible. */
export const Chat = part.Late
