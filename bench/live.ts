import { liveBell } from './live-bell.ts'
import { openFullSite } from './live-store.ts'
import { liveStreams } from './live-streams.ts'
import { liveUpdate } from './live-update.ts'
import type { Row, Section } from './table.ts'

type Measured = Pick<Section, 'notes' | 'rows'>

/**
 * Measures streams, notifications and the bell: many readers, a campaign with a million supporters and a full bell on one process and its database.
 */
export async function live(): Promise<Measured> {
  const parts: Measured[] = []
  for (const measure of [liveStreams, liveNotifications]) parts.push(await measure().catch(notMeasured))
  return { notes: parts.flatMap(({ notes }) => notes), rows: parts.flatMap(({ rows }) => rows) }
}

/** Measures the bell first, because an update to a million people leaves clean-up work in the database that would distort its figures. */
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

/** A part that fails becomes a row below its requirement, so that the other parts still run and the failure is visible. */
function notMeasured(error: unknown): Measured {
  console.error(error)
  const why = error instanceof Error ? error.message : String(error)
  const row: Row = { figure: `not measured: ${why}`, unit: '', value: 0, reference: null, ratio: null, asked: 'a figure', reached: false }
  return { notes: [], rows: [row] }
}
