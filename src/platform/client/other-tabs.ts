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

/** Says it once, from a page that is about to be left. */
export function tellTabs(viewerId: string | null): void {
  const channel = open()
  channel?.postMessage(viewerId)
  channel?.close()
}
