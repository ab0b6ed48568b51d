import { loadedOnce } from '#platform/client/hydrate-when-visible.tsx'
import { staticPart } from '#platform/client/server-only.tsx'

const markup = loadedOnce(() => import('./static-markup.ts').then((loaded) => loaded.staticMarkup))

export const historyPart = staticPart(async () => (await markup()).HistoryNote)
export const leadPart = staticPart(async () => (await markup()).Lead)
export const posterPart = staticPart(async () => (await markup()).PrintedPoster)
export const wordsPart = staticPart(async () => (await markup()).Words)

/** Await it before a campaign's page is rendered: on the server, and in the browser for client-side navigation. */
export const staticPartsReady = () => Promise.all([historyPart, leadPart, posterPart, wordsPart].map(({ ready }) => ready()))
