-- What waits for moderators besides the queue of reports, by the page on which they decide.
create view moderator_work as
  select 'appeals' as page, a.created_at as since from moderation_appeal a where a.decided_at is null
  union all
  select 'companies', coalesce(r.verified_at, r.created_at) from representative r where r.state in ('waiting', 'suspended')
  union all
  -- A burst waits from the moment when its people read that their pledges do not count yet.
  select 'joins', min(s.held_at) + interval '72 hours' from join_signal s join pledge p using (campaign_id, person_id)
  where s.held_at is not null and not s.is_let_in and p.state = 'review' group by s.campaign_id, s.network
  union all
  select 'joins', min(c.look_asked_at) from pledge_correction c join invalidation i on i.id = c.invalidation_id
  where c.look_asked_at is not null and i.state in ('done', 'stopped', 'partly_undone') and i.created_at > now() - interval '90 days' group by i.id;
comment on view moderator_work is 'Open appeals, claims of companies, bursts whose people were notified, and invalidations with requests for a look.';
