-- Moderators suspend people until a moment or for ever (null). The decision and its reason are in moderation_decision.
alter table person add column suspended_until timestamptz;
alter table person add constraint suspension_ends check (suspended_until is null or suspended_at is not null);
create index person_suspended on person (suspended_until) where suspended_at is not null;
create index person_staff on person (role) where role <> 'member';

alter table moderation_decision drop constraint moderation_decision_subject_kind_check;
alter table moderation_decision add constraint moderation_decision_subject_kind_check check (subject_kind in ('comment', 'campaign', 'person'));
alter table moderation_decision drop constraint moderation_decision_state_check;
alter table moderation_decision
  add column until timestamptz,
  add column hides_content boolean not null default false,
  add constraint moderation_decision_state_check check (state in ('visible', 'hidden', 'removed', 'suspended', 'lifted')),
  add constraint people_are_suspended check ((subject_kind = 'person') = (state in ('suspended', 'lifted'))),
  add constraint only_suspensions_last check (state = 'suspended' or (until is null and not hides_content));
comment on column moderation_decision.until is 'When a suspension ends by itself; null: never.';
comment on column moderation_decision.hides_content is 'The comments and campaigns of the suspended person are hidden with this decision, until the suspension ends.';

-- What somebody wrote is hidden and restored with their suspension.
create index comment_author on comment (author_id);
