-- Pledges that look like those of programs are held: they do not count until a job or a moderator lets them in.
alter table pledge drop constraint pledge_state_check, drop constraint pledge_own_state_check;
alter table pledge add constraint pledge_state_check check (state in ('unconfirmed', 'counted', 'held', 'review', 'invalid', 'repeated')),
  add constraint pledge_own_state_check check (own_state in ('unconfirmed', 'counted', 'held', 'review', 'repeated'));
comment on column pledge.state is 'held: looks like one of a group of automated pledges; its person sees it as counted. review: held for more than 72 hours, and its person was told. repeated: the mailbox already counts in this campaign through another account. invalid: a correction is in force.';

create table signal_key (
  week date primary key,
  secret text not null
);
comment on table signal_key is 'Keys for the hashes in join_signal: one for each week, deleted after 30 days.';

create table sign_up_signal (
  person_id uuid primary key references person (id) on delete cascade,
  at timestamptz not null default now(),
  form_seconds real not null
);
comment on table sign_up_signal is 'How long the sign-up form was open. Deleted after 30 days.';

create table join_signal (
  campaign_id uuid not null,
  person_id uuid not null,
  at timestamptz not null,
  confirmed_at timestamptz,
  network text not null,
  browser text not null,
  mail_domain text not null,
  is_common_domain boolean not null,
  form_seconds real,
  is_over boolean not null,
  signals text[] not null,
  held_at timestamptz,
  is_let_in boolean not null default false,
  look_asked_at timestamptz,
  primary key (campaign_id, person_id),
  foreign key (campaign_id, person_id) references pledge (campaign_id, person_id) on delete cascade
);
comment on table join_signal is 'How accounts younger than a day joined. Networks, browsers and mail domains are keyed hashes. Deleted after 30 days, held ones when they are decided.';
create index on join_signal (campaign_id, network, browser, at);
create index on join_signal (campaign_id, network, at);
create index on join_signal (campaign_id, network, confirmed_at) where confirmed_at is not null;
create index on join_signal (held_at) where held_at is not null;

alter table invalidation add column network text, add column is_held boolean not null default false;
comment on column invalidation.is_held is 'Only pledges that were held, so no count changes.';
alter table invalidation alter column note drop not null, add constraint invalidation_has_note check (note is not null or is_held);
alter table join_signal add column checked_at timestamptz;
comment on column join_signal.checked_at is 'When a pledge whose person had been told was let in.';
alter table invalidation drop constraint selects_something,
  add constraint selects_something check (num_nonnulls(joined_from, joined_to, mail_domain, account_hours, network) > 0);
alter table invalidation drop constraint undo_has_note,
  add constraint undo_has_note check (is_held or (state in ('undoing', 'undone')) = (undo_note is not null));
