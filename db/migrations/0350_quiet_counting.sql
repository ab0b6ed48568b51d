-- Quiet counting: the numbers of a campaign move once an hour or once a day. `counted` is exact, and every writer changes it; `supporters`,
-- `version` and `added` are what is published, and every reader reads them. While a campaign counts quietly they stay as they were at its last step.
alter table campaign add column quiet_every text constraint campaign_quiet_every_check check (quiet_every in ('hour', 'day'));
comment on column campaign.quiet_every is 'How often the creator wants the numbers to move; null for live. The site''s switch may slow them further.';

alter table campaign_stats rename column supporters to counted;
alter table campaign_stats rename column version to counted_version;
alter table campaign_stats rename constraint campaign_stats_supporters_check to campaign_stats_counted_check;
alter table campaign_stats
  add column quiet_every text constraint campaign_stats_quiet_every_check check (quiet_every in ('hour', 'day')),
  add column quiet_supporters bigint,
  add column quiet_version bigint,
  add column quiet_log bigint,
  add column quiet_at timestamptz,
  add column quiet_until timestamptz,
  add constraint quiet_is_complete check (num_nonnulls(quiet_every, quiet_supporters, quiet_version, quiet_log, quiet_at, quiet_until) in (0, 6)),
  add column supporters bigint not null generated always as (coalesce(quiet_supporters, counted)) stored,
  add column version bigint not null generated always as (coalesce(quiet_version, counted_version)) stored;
comment on column campaign_stats.counted is 'Pledges that count now. Publish `supporters` instead.';
comment on column campaign_stats.quiet_at is 'Time of the last step of a campaign that counts quietly; null if it counts live.';
comment on column campaign_stats.quiet_until is 'Time of the next step.';
comment on column campaign_stats.quiet_log is 'Rows of pledge_log with a higher id wait for the next step.';
create index campaign_stats_quiet_until_idx on campaign_stats (quiet_until) where quiet_until is not null;

alter table campaign_day rename column added to counted;
alter table campaign_day rename constraint campaign_day_added_check to campaign_day_counted_check;
alter table campaign_day
  add column quiet_added bigint,
  add column added bigint not null generated always as (coalesce(quiet_added, counted)) stored;
comment on column campaign_day.counted is 'Pledges that count now. Publish `added` instead.';

-- Keeps the published number of a day that changes while its campaign counts quietly. Every writer has locked the counter.
create function keep_quiet_day() returns trigger language plpgsql as $$
begin
  if new.quiet_added is null and exists (select from public.campaign_stats s where s.campaign_id = new.campaign_id and s.quiet_at is not null) then
    new.quiet_added := case when tg_op = 'INSERT' then 0 else old.counted end;
  end if;
  return new;
end
$$;
create trigger campaign_day_quiet before insert or update of counted on campaign_day for each row execute function keep_quiet_day();

alter table site_switch drop constraint site_switch_name_check;
alter table site_switch add constraint site_switch_name_check check (name in (
  'read_only', 'no_sign_up', 'no_new_campaigns', 'joining_paused', 'slow_mode', 'posts_wait', 'quiet_hourly', 'quiet_daily', 'banner'));
