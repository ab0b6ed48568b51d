import { sql } from 'kysely'
import { type Stoppable, startJob } from '#platform/server/job.ts'
import type { Leadership } from '#platform/server/leader.ts'
import type { Log } from '#platform/server/log.ts'
import type { Db, Store } from '#platform/server/store/open-store.ts'
import { isPaused } from './confirm.ts'

/** People counted in one run. */
const chunk = 1_000

type Options = { store: Store; log: Log; leadership: Leadership; countPerson: (personId: string) => Promise<void> }

/** Counts the pledges that were confirmed while joining of their campaign was paused, once it is resumed. */
export const startResumedPledges = ({ store, countPerson, log, leadership }: Options): Stoppable =>
  startJob({
    name: 'resumed_pledges',
    everyMs: 5_000,
    async work(stopping) {
      for (const id of await waitingPeople(store.db)) {
        if (stopping.aborted) return
        await countPerson(id)
      }
    },
    failed: 'counting the pledges of campaigns whose joining was resumed failed',
    log,
    leadership,
  })

async function waitingPeople(db: Db): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`
    select distinct p.person_id from pledge p join person q on q.id = p.person_id and q.deleted_at is null
    where coalesce(p.own_state, p.state) = 'paused' and not ${sql.raw(isPaused('p.campaign_id'))} limit ${chunk}`.execute(db)
  return rows.map(({ person_id }) => person_id)
}
