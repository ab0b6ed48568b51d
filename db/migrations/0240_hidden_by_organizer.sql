-- The organizer of a campaign hides a comment there: its author, the organizer and moderators still read it. Moderators find it in their queue.
alter table comment drop constraint comment_moderation_check;
alter table comment add constraint comment_moderation_check check (moderation in ('hidden', 'removed', 'hidden_by_organizer'));
alter table comment add constraint organizers_hide_on_campaigns check (campaign_id is not null or moderation <> 'hidden_by_organizer');
create index comment_hidden_by_organizer on comment (campaign_id) where moderation = 'hidden_by_organizer';

-- True if this person reads a comment of this author that the organizer of this campaign has hidden.
create function public.reads_hidden_by_organizer(viewer uuid, author uuid, campaign uuid) returns boolean language sql stable as $function$
  select viewer is not null and (viewer = author
    or exists (select from public.campaign c where c.id = campaign and c.creator_id = viewer)
    or exists (select from public.person p where p.id = viewer and p.role <> 'member')) $function$;

create or replace function visible_comment(viewer uuid) returns setof uuid language sql stable as $$
  select s.id from public.comment s
  where (s.removed_at is null or (s.moderation = 'hidden_by_organizer' and public.reads_hidden_by_organizer(viewer, s.author_id, s.campaign_id)))
    and (s.campaign_id is null or (select true from public.visible_campaign(viewer) as seen(id) where seen.id = s.campaign_id))
    and (s.post_id is null or (select true from public.visible_post(viewer) as seen(id) where seen.id = s.post_id)) $$;

alter table moderation_decision drop constraint moderation_decision_state_check;
alter table moderation_decision add constraint moderation_decision_state_check check (
  state in ('visible', 'hidden', 'removed', 'kept', 'suspended', 'lifted', 'hidden_by_organizer', 'shown_by_organizer'));
alter table moderation_decision add constraint organizers_decide_about_comments check (
  subject_kind = 'comment' or state not in ('hidden_by_organizer', 'shown_by_organizer'));
alter table moderation_decision drop constraint moderation_decision_reason_check;
alter table moderation_decision add constraint moderation_decision_reason_check check (
  length(reason) <= 1000 and (reason <> '' or state in ('kept', 'shown_by_organizer')));
comment on column moderation_decision.moderator_id is 'The moderator, or the organizer who hid a comment in their campaign or showed it again.';

-- A case is in the queue without reports while the organizer hides the comment and no moderator has looked.
alter table report_case drop constraint open_has_reporters;
alter table report_case add constraint closed_has_no_reporters check (opened_at is not null or reporters = 0);
comment on column report_case.opened_at is 'The first open report, or the moment when an organizer hid the comment; null while neither is open.';
