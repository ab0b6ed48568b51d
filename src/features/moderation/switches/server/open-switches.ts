import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import { sentence } from '#platform/refusal.ts'
import type { Log } from '#platform/server/log.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { prepared } from '#platform/server/store/prepared.ts'
import type { SiteSwitches, SwitchName } from '#platform/site-switches.ts'
import type { Viewer } from '#platform/viewer.ts'
import { closedText } from '../closed-text.ts'
import { mayWriteReadOnly } from '../policy.ts'
import { closedCodes } from '../terms.ts'

/** Interval at which every process reads the switches, so that changes by other processes and by the command line take effect. */
const everyMs = 500

type Row = { name: SwitchName; campaign_id: string | null; text: string }

export type Switches = {
  current: () => SiteSwitches
  /** Reads the switches immediately, for a change by this process. */
  refresh: () => Promise<void>
  /** True if a switch prevents this viewer from joining the campaign. */
  isJoiningClosed: (campaignId: string, viewer: Viewer | null) => boolean
  stop: () => void
}

/** Keeps the state of the switches in memory. If the database is unavailable, the last known state applies. */
export async function openSwitches({ store, log, onChanged }: { store: Store; log: Log; onChanged: () => void }): Promise<Switches> {
  let known = stateOf([])

  async function refresh(): Promise<void> {
    const rows = await prepared(store.db, sql<Row>`select name, campaign_id, text from site_switch order by name, campaign_id`)
    const next = stateOf(rows)
    if (JSON.stringify(next) === JSON.stringify(known)) return
    known = next
    onChanged()
  }
  await refresh()
  let isReading = false
  const timer = setInterval(() => {
    if (isReading) return
    isReading = true
    refresh()
      .catch((error: unknown) => log.debug({ err: error }, 'the switches could not be read'))
      .finally(() => {
        isReading = false
      })
  }, everyMs)

  return {
    current: () => known,
    refresh,
    isJoiningClosed: (campaignId, viewer) => known.paused.includes(campaignId) || (known.on.includes('read_only') && !mayWriteReadOnly(viewer)),
    stop: () => clearInterval(timer),
  }
}

const stateOf = (rows: readonly Row[]): SiteSwitches => ({
  on: [...new Set(rows.map(({ name }) => name))],
  paused: rows.flatMap(({ campaign_id }) => (campaign_id === null ? [] : [campaign_id])),
  banner: rows.find(({ name }) => name === 'banner')?.text ?? '',
})

/** The error for an operation that a switch prevents. Pages show its `text`. */
export function switchError(name: keyof typeof closedCodes): ORPCError<string, { text: string }> {
  return new ORPCError(closedCodes[name], { status: 409, defined: true, message: sentence(closedCodes[name]), data: { text: closedText[name]() } })
}
