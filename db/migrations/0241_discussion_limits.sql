-- Moderators lock the discussion of a campaign, or slow it down: each person writes once in so many seconds.
alter table campaign add column is_discussion_locked boolean not null default false;
alter table campaign add column slow_mode_seconds int check (slow_mode_seconds between 10 and 600);
comment on table campaign_chat_pace is 'When each person last wrote in the chat of a campaign, and while its discussion is slowed, a comment there.';

-- The switch slow_mode slows all discussions: each person writes once in half a minute, wherever.
create table person_pace (
  person_id uuid primary key references person (id),
  wrote_at timestamptz not null
);
comment on table person_pace is 'When each person last wrote anything while all discussions were slowed.';
alter table site_switch drop constraint site_switch_name_check;
alter table site_switch add constraint site_switch_name_check check (
  name in ('read_only', 'no_sign_up', 'no_new_campaigns', 'joining_paused', 'slow_mode', 'banner'));
