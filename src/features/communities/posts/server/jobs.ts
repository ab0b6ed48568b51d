import { sql } from 'kysely'
import { inTransaction } from '#platform/server/idempotency.ts'
import { type Stoppable, startJob } from '#platform/server/job.ts'
import type { Leadership } from '#platform/server/leader.ts'
import { lockRow } from '#platform/server/lock-row.ts'
import type { Log } from '#platform/server/log.ts'
import type { Db, Store } from '#platform/server/store/open-store.ts'
import { isNewEnough } from './trending.ts'

const communitiesAtOnce = 500
const postsAtOnce = 1_000

const isOver = sql<boolean>`not (${isNewEnough})`

/** Removes posts older than seven days from the weekly counts of their communities. Returns the number of posts. */
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

/** Uses a transaction per community, so that other writers wait only briefly, and locks its row first as they do, so that no deadlock can occur. */
const ageIn = (db: Db, communityId: string) =>
  inTransaction(db, async (tx) => {
    await lockRow(tx, { table: 'community', id: communityId, mode: 'share' })
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

export const startPostsWeek = ({ store, log, leadership }: { store: Store; log: Log; leadership: Leadership }): Stoppable =>
  startJob({
    name: 'posts_of_the_week',
    everyMs: 30_000,
    work: () => agePosts(store.db),
    failed: 'updating the weekly post counts of communities failed',
    atOnce: true,
    log,
    leadership,
  })
