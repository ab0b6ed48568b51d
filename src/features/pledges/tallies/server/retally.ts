import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { addToEntryDays } from './days.ts'
import { appliedPledges, countedUnder, leavingPledges, type Share } from './entries.ts'
import { applyPledgesOf } from './tally.ts'

const chunkSize = 5_000

/**
 * Runs `change`, which may end, hide or restore campaigns or change their directory entries or spend. Numbers of campaigns change at
 * once; the leader moves the supporters later, in chunks. The caller has locked the counter rows, so no pledge is
 * taken; pledges in the log are applied first, under the old entries, except those that wait for a step (quiet counting): the supporters
 * that are moved are those whose pledges have been applied.
 */
export async function retally(tx: Db, campaignIds: readonly string[], change: () => Promise<void>): Promise<void> {
  const before = await countedUnder(tx, campaignIds)
  await applyPledgesOf(tx, campaignIds)
  await change()
  const after = await countedUnder(tx, campaignIds)
  const [had, has] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))]
  await announce(tx, [
    ...before.filter((share) => !has.has(keyOf(share))).map((share) => ({ ...share, delta: -1 })),
    ...after.filter((share) => !had.has(keyOf(share))).map((share) => ({ ...share, delta: 1 })),
  ])
  const steps = new Map<string, { kind: string; by: number }>()
  for (const [shares, by] of [[before, -1] as const, [after, 1] as const])
    for (const { subject_id, kind } of shares) steps.set(subject_id, { kind, by: (steps.get(subject_id)?.by ?? 0) + by })
  for (const [subject, { kind, by }] of [...steps].sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (by === 0) continue
    await sql`
      insert into tally as t (subject_id, kind, campaigns) values (${subject}, ${kind}, ${by})
      on conflict (subject_id) do update set campaigns = t.campaigns + excluded.campaigns`.execute(tx)
  }
}

const keyOf = ({ campaign_id, subject_id, yearly_cents }: Share) => `${campaign_id} ${subject_id} ${yearly_cents}`

/** Queues the changes: campaigns whose supporters are to be added to, or removed from, a directory entry. */
async function announce(tx: Db, changes: (Share & { delta: number })[]): Promise<void> {
  if (changes.length === 0) return
  const column = (name: keyof (typeof changes)[number]) => changes.map((change) => change[name])
  await sql`
    insert into tally_change (campaign_id, subject_id, kind, delta, yearly_cents, until)
    select campaign_id, subject_id, kind, delta, yearly_cents, clock_timestamp()
    from unnest(${column('campaign_id')}::uuid[], ${column('subject_id')}::uuid[], ${column('kind')}::text[],
      ${column('delta')}::int[], ${column('yearly_cents')}::bigint[]) with ordinality as given(campaign_id, subject_id, kind, delta, yearly_cents, place)
    order by place`.execute(tx)
}

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

/** Applies one chunk of one change in one transaction, hence exactly once. Returns false if no change waits. */
export async function applyTallyChange(db: Db): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows: steps } = await sql<Step>`
      select id, campaign_id, subject_id, kind, delta, yearly_cents, until::text as until, after_person
      from tally_change order by id limit 1 for update skip locked`.execute(tx)
    const step = steps[0]
    if (!step) return false
    const ofCampaign = sql`campaign_id = ${step.campaign_id}`
    const after = step.after_person ?? '00000000-0000-0000-0000-000000000000'
    const { rows } = await sql<{ people: number; last: string | null }>`
      with chunk as (
        select person_id from (
          (select p.person_id from ${appliedPledges(ofCampaign)} p where p.person_id > ${after}::uuid and p.counted_at <= ${step.until}::timestamptz
            order by p.person_id limit ${chunkSize})
          union all
          (select p.person_id from ${leavingPledges(ofCampaign)} p where p.person_id > ${after}::uuid order by p.person_id limit ${chunkSize})) found
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
      days as (${addToEntryDays(sql`select subject_id, people from moved`)}),
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
