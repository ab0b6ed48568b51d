-- Reports of several people hide a comment, post or chat message of a new person until a moderator looks. Its author and moderators still read it.
alter table comment drop constraint comment_moderation_check;
alter table comment add constraint comment_moderation_check check (moderation in ('hidden', 'removed', 'hidden_by_organizer', 'hidden_by_reports'));
alter table community_post drop constraint community_post_moderation_check;
alter table community_post add constraint community_post_moderation_check check (moderation in ('hidden', 'removed', 'hidden_by_reports'));
alter table campaign_chat_message drop constraint campaign_chat_message_moderation_check;
alter table campaign_chat_message add constraint campaign_chat_message_moderation_check check (moderation in ('hidden', 'removed', 'hidden_by_reports'));

-- True if this person reads content in this state, by this author, that a rule has hidden until a moderator looks.
create function public.reads_held_content(viewer uuid, state text, author uuid) returns boolean language sql stable as $function$
  select state = 'hidden_by_reports' and viewer is not null
    and (viewer = author or exists (select from public.person p where p.id = viewer and p.role <> 'member')) $function$;

create or replace function visible_comment(viewer uuid) returns setof uuid language sql stable as $$
  select s.id from public.comment s
  where (s.removed_at is null or public.reads_held_content(viewer, s.moderation, s.author_id)
      or (s.moderation = 'hidden_by_organizer' and public.reads_hidden_by_organizer(viewer, s.author_id, s.campaign_id)))
    and (s.campaign_id is null or (select true from public.visible_campaign(viewer) as seen(id) where seen.id = s.campaign_id))
    and (s.post_id is null or (select true from public.visible_post(viewer) as seen(id) where seen.id = s.post_id)) $$;
create or replace function visible_chat_message(viewer uuid) returns setof uuid language sql stable as $$
  select m.id from public.campaign_chat_message m
  where (m.moderation is null or m.author_id = viewer or public.reads_held_content(viewer, m.moderation, m.author_id))
    and (select true from public.visible_campaign(viewer) as seen(id) where seen.id = m.campaign_id) $$;
create or replace function visible_post(viewer uuid) returns setof uuid language sql stable as $$
  select p.id from public.community_post p
  where (p.moderation is null or p.author_id = viewer or public.reads_held_content(viewer, p.moderation, p.author_id))
    and (select true from public.visible_community(viewer) as seen(id) where seen.id = p.community_id) $$;

-- Decisions by a rule have no moderator.
alter table moderation_decision alter column moderator_id drop not null;
alter table moderation_decision drop constraint moderation_decision_state_check;
alter table moderation_decision add constraint moderation_decision_state_check check (
  state in ('visible', 'hidden', 'removed', 'kept', 'warned', 'suspended', 'lifted', 'hidden_by_organizer', 'shown_by_organizer', 'hidden_by_reports', 'released'));
alter table moderation_decision add constraint rules_decide_without_moderator check ((moderator_id is null) = (state in ('hidden_by_reports', 'released')));
alter table moderation_decision add constraint rules_hide_no_campaigns check (
  subject_kind in ('comment', 'post', 'chat_message') or state not in ('hidden_by_reports', 'released'));
comment on column moderation_decision.moderator_id is
  'The moderator, or the organizer who hid a comment in their campaign or showed it again. Null for a decision by a rule.';

alter table report add column is_trusted boolean not null default false;
comment on column report.is_trusted is 'Counts towards hiding the content: its sender was a member or trusted, and had not been mostly wrong.';
alter table report_case add column escalated_at timestamptz;
comment on column report_case.escalated_at is 'When administrators were mailed, because what reports had hidden stays hidden and nobody had looked.';
