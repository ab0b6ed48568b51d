-- Moderators take groups of pledges out of a count, publicly and with an undo. A pledge has its own state and a list of corrections in
-- force. While the list is not empty, `state` is invalid and `own_state` has its own state.
create table invalidation (
  id            uuid primary key,
  campaign_id   uuid references campaign (id) on delete cascade,
  joined_from   timestamptz,
  joined_to     timestamptz,
  mail_domain   text check (length(mail_domain) between 1 and 253),
  account_hours int check (account_hours between 1 and 87600),
  reason        text not null check (length(reason) between 1 and 1000),
  note          text not null check (length(note) between 1 and 500),
  started_by    uuid not null references person (id),
  created_at    timestamptz not null default now(),
  state         text not null default 'running' check (state in ('running', 'stopped', 'done', 'undoing', 'undone')),
  undo_note     text check (length(undo_note) between 1 and 500),
  to_check      bigint not null check (to_check >= 0),
  checked       bigint not null default 0 check (checked >= 0),
  pledges       bigint not null default 0 check (pledges >= 0),
  restored      bigint not null default 0 check (restored >= 0),
  after_campaign uuid not null default '00000000-0000-0000-0000-000000000000',
  after_person  uuid not null default '00000000-0000-0000-0000-000000000000',
  constraint selects_something check (coalesce(joined_from::text, joined_to::text, mail_domain, account_hours::text) is not null),
  constraint undo_has_note check ((state in ('undoing', 'undone')) = (undo_note is not null))
);
comment on column invalidation.campaign_id is 'Null: every campaign of the site.';
comment on column invalidation.account_hours is 'Accounts that were younger than this many hours when they joined.';
comment on column invalidation.note is 'The public note of the correction.';
comment on column invalidation.to_check is 'Number of pledges of the campaign or site when it started.';
create index on invalidation (campaign_id);
create index on invalidation (started_by);
create index on invalidation (created_at desc, id desc);
create index invalidation_under_way on invalidation (created_at) where state in ('running', 'undoing');

create table pledge_correction (
  invalidation_id uuid not null references invalidation (id) on delete cascade,
  campaign_id     uuid not null,
  person_id       uuid not null,
  primary key (campaign_id, person_id, invalidation_id),
  foreign key (campaign_id, person_id) references pledge (campaign_id, person_id) on delete cascade
);
comment on table pledge_correction is 'The corrections in force of each pledge. Only the program reads it: nobody sees which pledges they are.';
create index on pledge_correction (invalidation_id, campaign_id, person_id);

alter table pledge add column own_state text check (own_state in ('unconfirmed', 'counted', 'held', 'repeated'));
update pledge set own_state = case when counted_at is null then 'unconfirmed' else 'counted' end where state = 'invalid';
alter table pledge add constraint invalid_has_own_state check ((state = 'invalid') = (own_state is not null));
comment on column pledge.state is 'repeated: the mailbox already counts in this campaign through another account. invalid: a correction is in force.';
comment on column pledge.own_state is 'The state that the pledge has without the corrections in force; null while there are none.';

-- A repeated pledge has the key of its twin, so that it can count when the twin no longer does.
drop index pledge_campaign_id_address_key_idx;
create unique index pledge_one_mailbox on pledge (campaign_id, address_key) where state = 'counted';
create index pledge_repeated on pledge (campaign_id, address_key) where state = 'repeated';
comment on column pledge.address_key is 'Keyed hash of the canonical address under which this pledge or its counted twin counts; null for accounts without an address and for unconfirmed pledges.';
-- Rows are appended in order of time, so that this small index finds the latest ones.
create index pledge_created_at on pledge using brin (created_at) with (pages_per_range = 16);

alter table pledge_log add column is_restored boolean not null default false;
comment on column pledge_log.is_restored is 'The pledge is no news for the creator: it had been counted before, or follows a twin.';

alter table count_correction drop constraint count_correction_reason_check;
alter table count_correction
  add constraint count_correction_reason_check check (reason in ('one_mailbox', 'invalidated', 'restored')),
  add column note text check (length(note) between 1 and 500),
  add column invalidation_id uuid references invalidation (id) on delete set null,
  add constraint note_of_a_review check ((reason = 'one_mailbox') = (note is null));
create unique index on count_correction (invalidation_id, campaign_id, reason) where invalidation_id is not null;
comment on column count_correction.note is 'Public: why the count changed, in the words of a moderator.';
