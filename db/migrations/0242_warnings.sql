-- A moderator warns the author of content that stays.
alter table moderation_decision drop constraint moderation_decision_state_check;
alter table moderation_decision add constraint moderation_decision_state_check check (
  state in ('visible', 'hidden', 'removed', 'kept', 'warned', 'suspended', 'lifted', 'hidden_by_organizer', 'shown_by_organizer'));
