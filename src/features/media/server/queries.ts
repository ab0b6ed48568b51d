import { type Kysely, sql } from 'kysely'
import type { DB } from '#platform/server/store/schema.gen.ts'
import { dailyUploads } from '../policy.ts'

type Db = Kysely<DB>

/** Whether this person may store no more today. */
export async function isQuotaUsedUp(db: Db, { personId, adding }: { personId: string; adding: number }): Promise<boolean> {
  const { files, bytes } = await db
    .selectFrom('media')
    .select([sql<number>`count(*)`.as('files'), sql<number>`coalesce(sum(bytes), 0)`.as('bytes')])
    .where('owner_id', '=', personId)
    .where('created_at', '>', sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirstOrThrow()
  return files >= dailyUploads.files || bytes + adding > dailyUploads.bytes
}

/** One upload of a person at a time gets past here, until its transaction ends, so that the quota is exact. */
export async function lockUploads(tx: Db, personId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`media:${personId}`}, 0))`.execute(tx)
}

/** A picture, who may see it: everybody once a public campaign shows it, until then its owner. */
export function storedPicture(db: Db, id: string) {
  return db
    .selectFrom('media as m')
    .select((query) => [
      'm.width',
      'm.owner_id',
      query.exists(query.selectFrom('public_campaign as c').select(sql`1`.as('one')).whereRef('c.cover_media_id', '=', 'm.id')).as('is_public'),
    ])
    .where('m.id', '=', id)
    .executeTakeFirst()
}
