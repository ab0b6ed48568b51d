import { v7 as uuidv7 } from 'uuid'
import { storeUnconfirmed } from '#features/reports/server/visitor-reports.ts'
import { theSite } from '#tests/support/site.ts'

/** An open case about a comment or a post; returns its id. */
export async function plantCase(subjectId: string, kind: 'comment' | 'post' = 'comment'): Promise<string> {
  const { db } = (await theSite()).store
  const id = uuidv7()
  const post = await db.selectFrom('community_post').select('community_id').where('id', '=', subjectId).executeTakeFirst()
  const about = { subject_kind: kind, subject_id: subjectId, community_id: post?.community_id ?? null }
  await db
    .insertInto('report_case')
    .values({ id, ...about, opened_at: new Date(), reporters: 1 })
    .execute()
  await db.insertInto('report').values({ id: uuidv7(), case_id: id, reason: 'spam' }).execute()
  return id
}

/** A visitor's report about a comment, which waits for its confirmation; returns the token of the mailed link. */
export async function plantVisitorReport(id: string): Promise<string> {
  const words = { reason: 'spam', details: '', law: '', name: '', email: `${uuidv7()}@people.test`, isGoodFaith: false } as const
  return (await theSite()).store.db.transaction().execute((tx) => storeUnconfirmed(tx, { kind: 'comment', id, words }))
}
