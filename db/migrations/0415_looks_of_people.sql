-- A moderator answers the people who have asked so far, and no longer everybody of the invalidation for ever.
alter table pledge_correction add column look_answered_at timestamptz;
comment on column pledge_correction.look_answered_at is 'When a moderator answered this person that the decision stays. They can no longer ask for a look.';
update pledge_correction c set look_answered_at = i.looked_at from invalidation i
where i.id = c.invalidation_id and i.looked_at is not null and c.look_asked_at is not null;
comment on column invalidation.looked_at is 'When a moderator last answered people who had asked for a look that the decision stays.';

drop index pledge_correction_look_asked;
create index pledge_correction_look_waiting on pledge_correction (invalidation_id) where look_asked_at is not null and look_answered_at is null;

create or replace view moderator_work as
  select 'appeals' as page, a.created_at as since from moderation_appeal a where a.decided_at is null
  union all
  select 'companies', coalesce(r.verified_at, r.created_at) from representative r where r.state in ('waiting', 'suspended')
  union all
  -- A burst waits from the moment when its people read that their pledges do not count yet.
  select 'joins', min(g.held_at) + interval '72 hours' from (
    select s.campaign_id, s.held_at, case when exists (
      select from join_signal e where e.campaign_id = s.campaign_id and e.network = s.network_before and e.held_at is not null)
      then s.network_before else s.network end as network
    from join_signal s join pledge p using (campaign_id, person_id)
    where s.held_at is not null and not s.is_let_in and p.state = 'review') g
  group by g.campaign_id, g.network
  union all
  select 'joins', min(c.look_asked_at) from pledge_correction c join invalidation i on i.id = c.invalidation_id
  where c.look_asked_at is not null and c.look_answered_at is null and not i.is_held and i.state in ('done', 'stopped', 'partly_undone')
    and i.created_at > now() - interval '90 days'
  group by i.id;
