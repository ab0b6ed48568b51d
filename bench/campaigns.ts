import { browse } from './browse.ts'
import { campaignsChat } from './campaigns-chat.ts'
import { campaignsDiscussion } from './campaigns-discussion.ts'
import { firstVisit } from './first-visit.ts'
import { pages } from './pages.ts'
import { render } from './render.ts'
import type { Section } from './table.ts'

type Measured = Pick<Section, 'notes' | 'rows'>

/** Runs a measurement that several sections share only once per run. */
function onceARun<Made>(measure: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined
  return () => {
    made ??= measure()
    return made
  }
}

export const shared = { pages: onceARun(pages), render: onceARun(render), firstVisit: onceARun(firstVisit), browse: onceARun(browse) }

/** Runs every measurement of campaigns: pages warm, uncached and on a first visit, the list, comments and chat. */
export async function campaigns(): Promise<Measured> {
  const parts: Measured[] = []
  for (const measure of [shared.pages, shared.render, shared.firstVisit, shared.browse, campaignsDiscussion, campaignsChat])
    parts.push(await measure().catch(notMeasured))
  return { notes: [...new Set(parts.flatMap(({ notes }) => notes))], rows: parts.flatMap(({ rows }) => rows) }
}

/** A part that fails becomes a row below its requirement, so that the other parts still run and the failure is visible. */
function notMeasured(error: unknown): Measured {
  console.error(error)
  const why = error instanceof Error ? error.message : String(error)
  return { notes: [], rows: [{ figure: `not measured: ${why}`, unit: '', value: 0, reference: null, ratio: null, asked: 'a figure', reached: false }] }
}
