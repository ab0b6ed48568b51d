import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'

/** Changes when campaigns were published, which two tables store. `at` may use the old `published_at`. */
export async function movePublishing(db: Db, ids: string[], at: RawBuilder<unknown>): Promise<void> {
  await sql`
    with moved as (update campaign set published_at = ${at} where id = any(${ids}::uuid[]) returning id, published_at)
    update campaign_rank r set published_at = moved.published_at from moved where r.campaign_id = moved.id`.execute(db)
}
