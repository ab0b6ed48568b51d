-- A person whose pledge was taken out can ask for a look, and an undo can restore a part of an invalidation.
alter table pledge_correction add column look_asked_at timestamptz;
comment on column pledge_correction.look_asked_at is 'When the person asked a moderator to look at the removal.';
create index pledge_correction_look_asked on pledge_correction (invalidation_id) where look_asked_at is not null;

alter table invalidation add column undo_part jsonb, add column undos integer not null default 0;
comment on column invalidation.undo_part is 'The pledges that its latest undo restores, as conditions; null for all.';
comment on column invalidation.undos is 'Number of its undos. Each has a public correction of its own.';
update invalidation set undos = 1 where state in ('undoing', 'undone');
alter table invalidation drop constraint invalidation_state_check, drop constraint undo_has_note,
  add check (state in ('running', 'stopped', 'done', 'undoing', 'partly_undone', 'undone')),
  add constraint undo_has_note check (is_held or (state in ('undoing', 'partly_undone', 'undone')) = (undo_note is not null)),
  add check (jsonb_typeof(undo_part) = 'object'),
  add check (undos >= 0);

alter table count_correction add column undo_number integer not null default 0;
comment on column count_correction.undo_number is 'Which undo of the invalidation it belongs to; 0 for the removal.';
update count_correction set undo_number = 1 where reason = 'restored' and invalidation_id is not null;
drop index count_correction_invalidation_id_campaign_id_reason_idx;
create unique index on count_correction (invalidation_id, campaign_id, undo_number) where invalidation_id is not null;
