-- Hidden and removed campaigns leave the counts of the platform, their targets, industries and causes. What each has added is the sum that a
-- recount expects: its counted pledges without those that wait in the log, and without changes that have not been applied.
with hidden as (
  select c.id, coalesce(c.yearly_cents, 0) as yearly_cents, s.subject_id
  from campaign c join target g on g.id = c.target_id
  cross join lateral (
    select '00000000-0000-0000-0000-000000000000'::uuid as subject_id
    union all select g.id
    union all select g.industry_id where g.industry_id is not null
    union all select cc.cause_id from campaign_cause cc where cc.campaign_id = c.id) s
  where c.status = 'active' and c.moderation is not null),
waiting as (
  select campaign_id, person_id, sum(delta) as n from pledge_log where campaign_id in (select id from hidden) group by 1, 2),
applied as (
  select p.campaign_id, p.person_id, coalesce(p.counted_at, '-infinity') as counted_at
  from pledge p left join waiting w using (campaign_id, person_id)
  where p.campaign_id in (select id from hidden) and (p.state = 'counted')::int - coalesce(w.n, 0) = 1
  union all
  select w.campaign_id, w.person_id, '-infinity' from waiting w
  where w.n = -1 and not exists (select from pledge p where p.campaign_id = w.campaign_id and p.person_id = w.person_id)),
dropped as (
  delete from tally_change where campaign_id in (select id from hidden)
  returning campaign_id, subject_id, delta, yearly_cents, until, after_person),
part as (
  select h.subject_id, a.person_id, 1 as n, h.yearly_cents::numeric as cents from hidden h join applied a on a.campaign_id = h.id
  union all
  select t.subject_id, a.person_id, -t.delta, -t.delta * t.yearly_cents::numeric from dropped t join applied a on a.campaign_id = t.campaign_id
    and a.counted_at <= t.until and a.person_id > coalesce(t.after_person, '00000000-0000-0000-0000-000000000000')),
kept as (
  update tally_supporter t set n = t.n - m.n
  from (select subject_id, person_id, sum(n)::int as n from part group by 1, 2) m
  where t.subject_id = m.subject_id and t.person_id = m.person_id
  returning t.subject_id, case when t.n > 0 and t.n + m.n <= 0 then 1 when t.n <= 0 and t.n + m.n > 0 then -1 else 0 end as people),
sums as (
  select subject_id, sum(people)::int as people, sum(campaigns)::int as campaigns, sum(cents) as cents from (
    select subject_id, people, 0 as campaigns, 0::numeric as cents from kept
    union all select subject_id, 0, 1, 0 from hidden
    union all select subject_id, 0, 0, cents from part) each group by 1),
days as (
  insert into tally_day as d (subject_id, day, added)
  select subject_id, (now() at time zone 'UTC')::date, people from sums where people <> 0
  on conflict (subject_id, day) do update set added = d.added + excluded.added)
update tally t set supporters = t.supporters + s.people, campaigns = t.campaigns - s.campaigns, yearly_cents = t.yearly_cents - s.cents
from sums s where s.subject_id = t.subject_id;
