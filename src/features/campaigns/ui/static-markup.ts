import { HistoryNote } from './history.tsx'
import { Lead } from './lead.tsx'
import { PrintedPoster } from './printed-poster.tsx'
import { Words } from './words.tsx'

/** The server-only markup of a campaign's page, in one chunk. */
export const staticMarkup = { HistoryNote, Lead, PrintedPoster, Words }
