import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { entryDayDifferences, settleEntryDays } from './days.ts'
import { appliedPledges, entriesOfCampaign, isTallied, leavingPledges } from './entries.ts'

// Invariant: the stored tallies equal the counted pledges of active campaigns that are not hidden, minus the changes that still wait in `pledge_log` and `tally_change`.

const underSubjects = sql`join target g on g.id = c.target_id cross join lateral (${entriesOfCampaign}) s`

// Pledges that a row of `tally_change` has not been applied to yet.
const waiting = sql`p.campaign_id = t.campaign_id and p.counted_at <= t.until
  and p.person_id > coalesce(t.after_person, '00000000-0000-0000-0000-000000000000')`

const changing = sql`campaign_id in (select campaign_id from tally_change)`
const moving = sql`(select * from ${appliedPledges(changing)} applied union all select * from ${leavingPledges(changing)} leaving)`

const supportersDue = sql`
  select subject_id, person_id, sum(n)::int as n from (
    select s.subject_id, p.person_id, 1 as n from campaign c ${underSubjects}
    join pledge p on p.campaign_id = c.id and p.state = 'counted' where ${isTallied}
    union all
    select s.subject_id, l.person_id, -l.delta from pledge_log l join campaign c on c.id = l.campaign_id and ${isTallied} ${underSubjects}
    union all
    select t.subject_id, p.person_id, -t.delta from tally_change t join ${moving} p on ${waiting}) part
  group by subject_id, person_id having sum(n) <> 0`

const sumsDue = sql`
  select subject_id, min(kind) as kind, sum(campaigns) as campaigns, sum(cents) as cents from (
    select s.subject_id, s.kind, 1 as campaigns, coalesce(p.n, 0) * coalesce(c.yearly_cents, 0)::numeric as cents
    from campaign c ${underSubjects}
    left join (select campaign_id, count(*) as n from pledge where state = 'counted' group by campaign_id) p on p.campaign_id = c.id
    where ${isTallied}
    union all
    select s.subject_id, s.kind, 0, -l.delta * coalesce(c.yearly_cents, 0)::numeric
    from pledge_log l join campaign c on c.id = l.campaign_id and ${isTallied} ${underSubjects}
    union all
    select t.subject_id, t.kind, 0, -t.delta * t.yearly_cents::numeric * (select count(*) from ${moving} p where ${waiting}) from tally_change t) part
  group by subject_id`

// Stored and expected values for each directory entry. Its expected supporters are the people in `tally_supporter`.
const tallies = sql`
  select subject_id, coalesce(t.kind, d.kind) as kind, t.subject_id is not null as is_stored,
    coalesce(t.supporters, 0) as supporters, coalesce(t.campaigns, 0) as campaigns, coalesce(t.yearly_cents, 0) as cents,
    coalesce(p.people, 0) as supporters_due, coalesce(d.campaigns, 0) as campaigns_due, coalesce(d.cents, 0) as cents_due
  from tally t full join (${sumsDue}) d using (subject_id)
  left join (select subject_id, count(*) as people from tally_supporter where n > 0 group by subject_id) p using (subject_id)`

const differing = sql`(supporters, campaigns, cents) is distinct from (supporters_due, campaigns_due, cents_due)`

type Tally = {
  subject_id: string
  kind: string
  supporters: number
  campaigns: number
  cents: number
  supporters_due: number
  campaigns_due: number
  cents_due: number
}

/** One line for each tally that differs from the pledges and campaigns. The lines name directory entries, never people. */
export async function tallyDifferences(tx: Db): Promise<string[]> {
  const { rows: sets } = await sql<{ subject_id: string; people: number }>`
    select subject_id, count(*) as people from (${supportersDue}) d full join tally_supporter t using (subject_id, person_id)
    where coalesce(d.n, 0) <> coalesce(t.n, 0) group by subject_id order by subject_id`.execute(tx)
  const { rows } = await sql<Tally>`select * from (${tallies}) tallied where ${differing} order by kind, subject_id`.execute(tx)
  return [
    ...sets.map(({ subject_id, people }) => `tally ${subject_id}: wrong for ${people} ${people === 1 ? 'person' : 'people'}`),
    ...rows.flatMap((row) => {
      const name = `tally ${row.subject_id} (${row.kind})`
      return [
        ...(row.supporters === row.supporters_due ? [] : [`${name}: supporters ${row.supporters}, people ${row.supporters_due}`]),
        ...(row.campaigns === row.campaigns_due ? [] : [`${name}: campaigns ${row.campaigns}, active ${row.campaigns_due}`]),
        ...(row.cents === row.cents_due ? [] : [`${name}: yearly cents ${row.cents}, due ${row.cents_due}`]),
      ]
    }),
    ...(await entryDayDifferences(tx)),
  ]
}

/** Corrects the tallies. The caller has locked out new pledges. The lock taken here blocks the job that applies `pledge_log`. */
export async function repairTallies(tx: Db): Promise<void> {
  await sql`lock table tally_supporter, tally, tally_day in share row exclusive mode`.execute(tx)
  await sql`
    with due as materialized (${supportersDue}),
    gone as (
      delete from tally_supporter t where t.n <> 0 and not exists (select from due d where d.subject_id = t.subject_id and d.person_id = t.person_id))
    insert into tally_supporter as t (subject_id, person_id, n) select subject_id, person_id, n from due
    on conflict (subject_id, person_id) do update set n = excluded.n where t.n <> excluded.n`.execute(tx)
  await sql`
    insert into tally as t (subject_id, kind, supporters, campaigns, yearly_cents)
    select subject_id, kind, supporters_due, campaigns_due, cents_due from (${tallies}) tallied where ${differing}
    on conflict (subject_id) do update set supporters = excluded.supporters, campaigns = excluded.campaigns, yearly_cents = excluded.yearly_cents`.execute(tx)
  await settleEntryDays(tx)
}
