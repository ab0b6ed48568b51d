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

/** Every process reads the switches this often, so that it also notices a change by the command line. */
const everyMs = 500

type Row = { name: SwitchName; campaign_id: string | null; text: string }

export type Switches = {
  current: () => SiteSwitches
  /** Reads the switches now, after a change by this process. */
  refresh: () => Promise<void>
  /** True for everybody whom the switches keep from joining this campaign. */
  isJoiningClosed: (campaignId: string, viewer: Viewer | null) => boolean
  stop: () => void
}

/** The switches as this process knows them. If the database is unavailable, the last known state stays in force. */
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

/** The refusal of an act that a switch prevents. `text` is for the page. */
export function closed(name: keyof typeof closedCodes): ORPCError<string, { text: string }> {
  return new ORPCError(closedCodes[name], { status: 409, defined: true, message: sentence(closedCodes[name]), data: { text: closedText[name]() } })
}
