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
  for (const measure of [shared.pages, shared.render, shared.firstVisit, shared.browse, campaignsTalk, campaignsChat])
    parts.push(await measure().catch(notMeasured))
  return { notes: [...new Set(parts.flatMap(({ notes }) => notes))], rows: parts.flatMap(({ rows }) => rows) }
}

/** One part that could not be measured does not take the others with it, and is not passed over. */
function notMeasured(error: unknown): Measured {
  console.error(error)
  const why = error instanceof Error ? error.message : String(error)
  return { notes: [], rows: [{ figure: `not measured: ${why}`, unit: '', value: 0, reference: null, ratio: null, asked: 'a figure', reached: false }] }
}
