-- A comment or post of a new person with private details waits for a moderator. After seven days without a look it goes back to its author.
alter table comment drop constraint comment_moderation_check;
alter table comment add constraint comment_moderation_check check (
  moderation in ('hidden', 'removed', 'hidden_by_organizer', 'hidden_by_reports', 'waiting', 'returned'));
alter table community_post drop constraint community_post_moderation_check;
alter table community_post add constraint community_post_moderation_check check (
  moderation in ('hidden', 'removed', 'hidden_by_reports', 'waiting', 'returned'));

create or replace function public.reads_held_content(viewer uuid, state text, author uuid) returns boolean language sql stable as $function$
  select state in ('hidden_by_reports', 'waiting', 'returned') and viewer is not null
    and (viewer = author or exists (select from public.person p where p.id = viewer and p.role <> 'member')) $function$;

alter table moderation_decision drop constraint moderation_decision_state_check;
alter table moderation_decision add constraint moderation_decision_state_check check (
  state in ('visible', 'hidden', 'removed', 'kept', 'warned', 'suspended', 'lifted', 'hidden_by_organizer', 'shown_by_organizer',
    'hidden_by_reports', 'waiting', 'returned', 'released'));
alter table moderation_decision drop constraint rules_decide_without_moderator;
alter table moderation_decision add constraint rules_decide_without_moderator check (
  (moderator_id is null) = (state in ('hidden_by_reports', 'waiting', 'returned', 'released')));
alter table moderation_decision drop constraint rules_hide_no_campaigns;
alter table moderation_decision add constraint rules_hide_no_campaigns check (
  subject_kind in ('comment', 'post', 'chat_message') or state not in ('hidden_by_reports', 'waiting', 'returned', 'released'));

-- Finds what a moderator has not looked at yet.
create index comment_held on comment (id) where moderation in ('hidden_by_reports', 'waiting');
create index community_post_held on community_post (id) where moderation in ('hidden_by_reports', 'waiting');
create index campaign_chat_message_held on campaign_chat_message (id) where moderation = 'hidden_by_reports';
