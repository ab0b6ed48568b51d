import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { refreshDueSummaries, summariesOf } from './summary.ts'

const lists = ['alternatives', 'causes', 'industries', 'targets'] as const

const allSubjects = async (tx: Db) =>
  (await tx.selectFrom('subject_rank').select('subject_id').where('campaigns', '>', 0).execute()).map((row) => row.subject_id)

/** One line for each list that differs from the active campaigns. Entries that wait for a refresh are skipped. */
export async function summaryDifferences(tx: Db): Promise<string[]> {
  const { rows } = await sql<{ subject_id: string; list: string }>`
    with due as (${summariesOf(await allSubjects(tx))}),
    compared as (
      select coalesce(d.subject_id, due.subject_id) as subject_id, l.list, l.stored, l.due
      from entry_summary d full join due using (subject_id)
      cross join lateral (values ${sql.join(lists.map((list) => sql`(${list}::text, ${sql.ref(`d.${list}`)}, ${sql.ref(`due.${list}`)})`))}) as l(list, stored, due))
    select subject_id, list from compared c
    where coalesce(stored, '[]') <> coalesce(due, '[]') and not exists (select from entry_summary_due w where w.subject_id = c.subject_id)
    order by subject_id, list`.execute(tx)
  return rows.map(({ subject_id, list }) => `summary ${subject_id}: its ${list} do not match its campaigns`)
}

/** Rebuilds all entry summaries. */
export async function repairSummaries(tx: Db): Promise<void> {
  await sql`insert into entry_summary_due (subject_id) select subject_id from subject_rank union select subject_id from entry_summary`.execute(tx)
  await refreshDueSummaries(tx)
}
