import { browse } from './browse.ts'
import { campaignsChat } from './campaigns-chat.ts'
import { campaignsTalk } from './campaigns-talk.ts'
import { firstVisit } from './first-visit.ts'
import { pages } from './pages.ts'
import { render } from './render.ts'
import type { Section } from './table.ts'

type Measured = Pick<Section, 'notes' | 'rows'>

/** A measurement that several sections of one run show is made once. */
function onceARun<Made>(measure: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined
  return () => {
    made ??= measure()
    return made
  }
}

export const shared = { pages: onceARun(pages), render: onceARun(render), firstVisit: onceARun(firstVisit), browse: onceARun(browse) }

/** Everything that is asked of campaigns: their pages warm, uncached and on a first visit, the list, talk and chat. */
export async function campaigns(): Promise<Measured> {
  const parts: Measured[] = []
  for (const measure of [shared.pages, shared.render, shared.firstVisit, shared.browse, campaignsTalk, campaignsChat]) parts.push(await measure())
  return { notes: [...new Set(parts.flatMap(({ notes }) => notes))], rows: parts.flatMap(({ rows }) => rows) }
}
