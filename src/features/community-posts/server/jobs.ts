import { sql } from 'kysely'
import { holdRow } from '#platform/server/hold-row.ts'
import { inTransaction } from '#platform/server/idempotency.ts'
import { type Stoppable, startJob } from '#platform/server/job.ts'
import type { Leadership } from '#platform/server/leader.ts'
import type { Log } from '#platform/server/log.ts'
import type { Db, Store } from '#platform/server/store/open-store.ts'

const communitiesAtOnce = 500
const postsAtOnce = 1_000

const isOver = sql<boolean>`created_at <= now() - interval '7 days'`

/** Takes posts that are older than seven days out of what their communities count as this week's. Returns how many. */
export async function agePosts(db: Db): Promise<number> {
  let aged = 0
  for (;;) {
    const due = await db
      .selectFrom('community_post')
      .select('community_id')
      .distinct()
      .where('in_week', '=', true)
      .where(isOver)
      .orderBy('community_id')
      .limit(communitiesAtOnce)
      .execute()
    if (due.length === 0) return aged
    for (const { community_id } of due) aged += await ageIn(db, community_id)
  }
}

/** One community at a time and held first, as by all who write in it: nobody waits long, and never in a circle. */
const ageIn = (db: Db, communityId: string) =>
  inTransaction(db, async (tx) => {
    await holdRow(tx, { table: 'community', id: communityId, mode: 'share' })
    const old = tx
      .selectFrom('community_post')
      .select('id')
      .where('community_id', '=', communityId)
      .where('in_week', '=', true)
      .where(isOver)
      .orderBy('id')
      .limit(postsAtOnce)
      .forUpdate()
    const { numUpdatedRows } = await tx.updateTable('community_post').set({ in_week: false }).where('id', 'in', old).executeTakeFirstOrThrow()
    return Number(numUpdatedRows)
  })

/** Looks every half minute. */
export const startPostsWeek = ({ store, log, leadership }: { store: Store; log: Log; leadership: Leadership }): Stoppable =>
  startJob({
    name: 'posts_of_the_week',
    everyMs: 30_000,
    work: () => agePosts(store.db),
    failed: 'ageing the posts of communities failed',
    atOnce: true,
    log,
    leadership,
  })
