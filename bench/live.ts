import { liveBell } from './live-bell.ts'
import { openFullSite } from './live-store.ts'
import { liveStreams } from './live-streams.ts'
import { liveUpdate } from './live-update.ts'
import type { Row, Section } from './table.ts'

type Measured = Pick<Section, 'notes' | 'rows'>

/** Streams, notifications and the bell: what many readers, a campaign with a million supporters and a full bell ask of one process and its store. */
export async function live(): Promise<Measured> {
  const parts: Measured[] = []
  for (const measure of [liveStreams, liveNotifications]) parts.push(await measure().catch(notMeasured))
  return { notes: parts.flatMap(({ notes }) => notes), rows: parts.flatMap(({ rows }) => rows) }
}

/** The bell first: what an update to a million leaves behind for the store to clear up is not the bell's. */
async function liveNotifications(): Promise<Measured> {
  const full = await openFullSite()
  try {
    const parts: Measured[] = []
    for (const measure of [liveBell, liveUpdate]) parts.push(await measure(full).catch(notMeasured))
    return { notes: parts.flatMap(({ notes }) => notes), rows: parts.flatMap(({ rows }) => rows) }
  } finally {
    await full.close()
  }
}

/** One part that could not be measured does not take the others with it, and is not passed over. */
function notMeasured(error: unknown): Measured {
  console.error(error)
  const why = error instanceof Error ? error.message : String(error)
  const row: Row = { figure: `not measured: ${why}`, unit: '', value: 0, reference: null, ratio: null, asked: 'a figure', reached: false }
  return { notes: [], rows: [row] }
}
