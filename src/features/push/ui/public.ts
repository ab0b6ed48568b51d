import { loadedOnce } from '#platform/client/when-seen.tsx'

export { NotifyMe } from './late-notify-me.tsx'

const browser = loadedOnce(() => import('./browser.ts'))

/** Ends it in this browser, without a word to the server. */
export const unsubscribe = async () => (await browser()).unsubscribe()
