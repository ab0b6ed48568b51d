import { remember, remembered } from './browser-memory.ts'

const open = () => ('BroadcastChannel' in window ? new BroadcastChannel('holdout-viewer') : null)

/**
 * Sends this tab's viewer to the browser's other tabs, and calls `onOther` when one of them has another viewer. Returns a
 * function that stops it.
 */
export function compareTabs(viewerId: string | null, onOther: () => void): () => void {
  const channel = open()
  channel?.addEventListener('message', ({ data }) => data !== viewerId && onOther())
  channel?.postMessage(viewerId)
  return () => channel?.close()
}

/** Set while this tab itself ends its session, so that it ignores the messages that this causes. */
export const ownDoing = { isSigningOut: false }

const mark = 'forget-told'

/** Set from the end of a session until this browser's push subscription and notifications of that session are removed. */
export const forgetting = {
  begin: () => remember(mark, 'yes'),
  isDue: () => remembered(mark) !== null,
  end: () => remember(mark, null),
}

/** Sends the viewer once, from a page that is about to be left. */
export function notifyTabs(viewerId: string | null): void {
  const channel = open()
  channel?.postMessage(viewerId)
  channel?.close()
}
