import { loadedOnce } from '#platform/client/hydrate-when-visible.tsx'

export { NotifyMe, NotifyRow } from './late-notify-me.tsx'

const browser = loadedOnce(() => import('./browser.ts'))

/** Unsubscribes in this browser only; the server is not informed. */
export const unsubscribe = async () => (await browser()).unsubscribe()
