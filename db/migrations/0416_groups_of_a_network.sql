-- Joins from Thursday on have no label of the week before, and joins of the first three days had it to themselves: a burst could be cut in two.
-- An index of the held rows alone makes the question cheap in a network with many counted joins.
create index join_signal_held_network on join_signal (campaign_id, network) where held_at is not null;

-- The label of the group of held pledges to which the joins of a network to a campaign belong: that of the first of the consecutive weeks with held pledges.
create function join_group(campaign uuid, network text) returns text language plpgsql stable as $$
declare
  label text := network;
  earlier text;
begin
  loop
    -- The first join of a network in a week has the label of the week before, if any join of that week has it.
    select s.network_before into earlier from public.join_signal s where s.campaign_id = campaign and s.network = label order by s.at limit 1;
    exit when earlier is null or not exists (
      select from public.join_signal e where e.campaign_id = campaign and e.network = earlier and e.held_at is not null);
    label := earlier;
  end loop;
  return label;
end $$;

create or replace view moderator_work as
  select 'appeals' as page, a.created_at as since from moderation_appeal a where a.decided_at is null
  union all
  select 'companies', coalesce(r.verified_at, r.created_at) from representative r where r.state in ('waiting', 'suspended')
  union all
  -- A burst waits from the moment when its people read that their pledges do not count yet.
  select 'joins', min(g.held_at) + interval '72 hours' from (
    select s.campaign_id, s.held_at, join_group(s.campaign_id, s.network) as network
    from join_signal s join pledge p using (campaign_id, person_id)
    where s.held_at is not null and not s.is_let_in and p.state = 'review') g
  group by g.campaign_id, g.network
  union all
  select 'joins', min(c.look_asked_at) from pledge_correction c join invalidation i on i.id = c.invalidation_id
  where c.look_asked_at is not null and c.look_answered_at is null and not i.is_held and i.state in ('done', 'stopped', 'partly_undone')
    and i.created_at > now() - interval '90 days'
  group by i.id;
