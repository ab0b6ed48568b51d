import { remember, remembered } from './browser-memory.ts'

const open = () => ('BroadcastChannel' in window ? new BroadcastChannel('holdout-viewer') : null)

/** Tells this browser's other tabs who is signed in as far as this one knows, and hears of those that know otherwise. Returns how to end it. */
export function compareTabs(viewerId: string | null, onOther: () => void): () => void {
  const channel = open()
  channel?.addEventListener('message', ({ data }) => data !== viewerId && onOther())
  channel?.postMessage(viewerId)
  return () => channel?.close()
}

/** While this tab itself ends its session, what it hears of that is no news to it. */
export const ownDoing = { isSigningOut: false }

const mark = 'forget-told'

/** Kept from the moment when somebody ends their session here until the browser has forgotten what it was told in it. */
export const forgetting = {
  begin: () => remember(mark, 'yes'),
  isDue: () => remembered(mark) !== null,
  end: () => remember(mark, null),
}

/** Says it once, from a page that is about to be left. */
export function tellTabs(viewerId: string | null): void {
  const channel = open()
  channel?.postMessage(viewerId)
  channel?.close()
}
