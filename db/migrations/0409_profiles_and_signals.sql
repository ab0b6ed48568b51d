-- A profile that was kept takes reports again when its words or picture change, and not after every other change of settings.
alter table person add column profile_changed_at timestamptz not null default now();
update person set profile_changed_at = updated_at;
comment on column person.profile_changed_at is 'Last time the person has changed what everybody reads of the profile: names, text or picture.';

create or replace view reportable_content as
  select 'campaign' as kind, c.id, c.creator_id as author_id, null::uuid as community_id, c.title, c.summary || E'\n' || c.why_it_matters as body,
    '/campaigns/' || c.slug as path, c.updated_at as changed_at, c.moderation, c.id as campaign_id
  from campaign c where c.status <> 'draft'
  union all
  select 'comment', s.id, s.author_id, null, c.title, s.body, '/campaigns/' || c.slug || '?tab=discussion&commentId=' || s.id, s.updated_at, s.moderation, c.id
  from comment s join campaign c on c.id = s.campaign_id
  where (s.removed_at is null or s.moderation is not null) and c.status <> 'draft'
  union all
  select 'comment', s.id, s.author_id, g.id, g.name, s.body, '/communities/' || g.slug || '?postId=' || p.id || '&commentId=' || s.id, s.updated_at, s.moderation, null
  from comment s join community_post p on p.id = s.post_id join community g on g.id = p.community_id
  where s.removed_at is null or s.moderation is not null
  union all
  select 'update', u.id, u.creator_id, null, c.title, u.title || E'\n' || u.body, '/campaigns/' || c.slug || '?tab=updates&updateId=' || u.id, u.created_at, u.moderation, c.id
  from campaign_update u join campaign c on c.id = u.campaign_id where c.status <> 'draft'
  union all
  select 'chat_message', m.id, m.author_id, null, c.title, m.body, '/campaigns/' || c.slug, m.created_at, m.moderation, c.id
  from campaign_chat_message m join campaign c on c.id = m.campaign_id where c.status <> 'draft'
  union all
  select 'post', p.id, p.author_id, g.id, g.name, p.title || E'\n' || p.body, '/communities/' || g.slug || '?postId=' || p.id, p.updated_at, p.moderation, null
  from community_post p join community g on g.id = p.community_id
  union all
  select 'community', g.id, g.owner_user_id, null, g.name, g.description, '/communities/' || g.slug, g.updated_at, g.moderation, null
  from community g
  union all
  select 'person', q.id, q.id, null, q.display_name, q.bio, '/u/' || q.id, q.profile_changed_at, (select h.state from moderated_profile h where h.person_id = q.id), null
  from person q where q.deleted_at is null
  union all
  select 'target', t.id, null, null, t.name, t.description || E'\n' || coalesce(t.website_url, ''), '/targets/' || t.slug, t.updated_at, null, null
  from target t
  union all
  select 'company_statement', s.id, s.author_id, null, c.title, s.body, '/campaigns/' || c.slug, s.updated_at, s.moderation, c.id
  from company_statement s join campaign c on c.id = s.campaign_id where c.status <> 'draft';

-- In the first days of a week, joins also have the label that their network had in the week before.
alter table join_signal add column network_before text;
comment on column join_signal.network_before is 'The keyed hash of the network with the key of the week before, in the first three days of a week.';

-- The groups of held pledges are those of the moderators' page.
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
  where c.look_asked_at is not null and i.looked_at is null and not i.is_held and i.state in ('done', 'stopped', 'partly_undone')
    and i.created_at > now() - interval '90 days'
  group by i.id;

comment on table join_signal is 'How accounts younger than a day joined. Networks, browsers and mail domains are keyed hashes. Deleted after 30 days; undecided and corrected pledges keep the hash of the network until they are decided.';
