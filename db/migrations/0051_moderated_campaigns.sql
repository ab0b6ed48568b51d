-- A moderated campaign is not in public_campaign, so it is invisible to all but its creator and the moderators of the site.
alter table campaign add column moderation text check (moderation in ('hidden', 'removed'));
alter table campaign add constraint moderated_is_published check (moderation is null or status <> 'draft');
create or replace view public_campaign as select * from campaign where status <> 'draft' and moderation is null;

alter table moderation_decision drop constraint moderation_decision_subject_kind_check;
alter table moderation_decision add check (subject_kind in ('comment', 'campaign'));
