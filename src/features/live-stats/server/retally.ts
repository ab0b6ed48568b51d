import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { addToSubjectDays } from './days.ts'
import { countedUnder, type Subject } from './subjects.ts'
import { applyPledgesOf } from './tally.ts'

const chunkSize = 5_000

/**
 * Runs `change`, which may end a campaign or move it to other subjects or another spend, and has the counts follow: the
 * numbers of campaigns at once, the supporters in chunks by whoever leads. The caller holds the campaign's counter row,
 * so no pledge is taken meanwhile; those in the log are applied first, under the subjects they were made for.
 */
export async function retally(tx: Db, campaignId: string, change: () => Promise<void>): Promise<void> {
  const before = await countedUnder(tx, campaignId)
  await applyPledgesOf(tx, campaignId)
  await change()
  const after = await countedUnder(tx, campaignId)

  const left = before.filter((subject) => !after.some(sameShare(subject)))
  const entered = after.filter((subject) => !before.some(sameShare(subject)))
  for (const [subjects, delta] of [
    [left, -1],
    [entered, 1],
  ] as const) {
    for (const { subject_id, kind, yearly_cents } of subjects) {
      await sql`
        insert into tally_change (campaign_id, subject_id, kind, delta, yearly_cents, until)
        values (${campaignId}, ${subject_id}, ${kind}, ${delta}, ${yearly_cents}, clock_timestamp())`.execute(tx)
    }
  }
  const steps = new Map<string, { kind: string; by: number }>()
  for (const { subject_id, kind } of before) steps.set(subject_id, { kind, by: -1 })
  for (const { subject_id, kind } of after) steps.set(subject_id, { kind, by: (steps.get(subject_id)?.by ?? 0) + 1 })
  for (const [subject, { kind, by }] of [...steps].sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (by === 0) continue
    await sql`
      insert into tally as t (subject_id, kind, campaigns) values (${subject}, ${kind}, ${by})
      on conflict (subject_id) do update set campaigns = t.campaigns + excluded.campaigns`.execute(tx)
  }
}

const sameShare = (one: Subject) => (other: Subject) => one.subject_id === other.subject_id && one.yearly_cents === other.yearly_cents

type Step = {
  id: number
  campaign_id: string
  subject_id: string
  kind: string
  delta: number
  yearly_cents: number
  until: string
  after_person: string | null
}

/** Works off one chunk of one change, in one transaction and so exactly once. False when none waits. */
export async function applyTallyChange(db: Db): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows: steps } = await sql<Step>`
      select id, campaign_id, subject_id, kind, delta, yearly_cents, until::text as until, after_person
      from tally_change order by id limit 1 for update skip locked`.execute(tx)
    const step = steps[0]
    if (!step) return false
    const { rows } = await sql<{ people: number; last: string | null }>`
      with chunk as (
        select person_id from pledge
        where campaign_id = ${step.campaign_id} and person_id > coalesce(${step.after_person}, '00000000-0000-0000-0000-000000000000')::uuid
          and state = 'counted' and counted_at <= ${step.until}::timestamptz
        order by person_id limit ${chunkSize}),
      kept as (
        insert into tally_supporter as t (subject_id, person_id, n)
        select ${step.subject_id}::uuid, person_id, ${step.delta}::int from chunk order by person_id
        on conflict (subject_id, person_id) do update set n = t.n + excluded.n
        returning n),
      moved as (
        select ${step.subject_id}::uuid as subject_id,
          coalesce(sum(case when n > 0 and n - ${step.delta}::int <= 0 then 1 when n <= 0 and n - ${step.delta}::int > 0 then -1 else 0 end), 0)::int as people
        from kept),
      days as (${addToSubjectDays(sql`select subject_id, people from moved`)}),
      applied as (
        insert into tally as t (subject_id, kind, supporters, yearly_cents)
        select ${step.subject_id}::uuid, ${step.kind},
          (select people from moved),
          (select count(*) from chunk) * ${step.delta}::int * ${step.yearly_cents}::numeric
        on conflict (subject_id) do update set supporters = t.supporters + excluded.supporters, yearly_cents = t.yearly_cents + excluded.yearly_cents)
      select count(*)::int as people, (array_agg(person_id order by person_id desc))[1] as last from chunk`.execute(tx)
    const done = rows[0]
    if (!done?.last || done.people < chunkSize) await tx.deleteFrom('tally_change').where('id', '=', step.id).execute()
    else await tx.updateTable('tally_change').set({ after_person: done.last }).where('id', '=', step.id).execute()
    return true
  })
}
