-- Switches of the administrators. A row means that the switch is on.
create table site_switch (
  id          uuid primary key default gen_random_uuid(),
  name        text not null check (name in ('read_only', 'no_sign_up', 'no_new_campaigns', 'joining_paused', 'banner')),
  campaign_id uuid references campaign (id) on delete cascade,
  text        text not null default '' check (length(text) <= 300),
  since       timestamptz not null default now(),
  constraint site_switch_key unique nulls not distinct (name, campaign_id),
  constraint one_campaign_is_paused check ((name = 'joining_paused') = (campaign_id is not null)),
  constraint banner_has_text check ((name = 'banner') = (text <> ''))
);
create index on site_switch (campaign_id);

-- The log of privileged acts is append-only.
create or replace trigger audit_log_stays before update or delete on audit_log for each row execute function refuse_change();
create or replace trigger audit_log_stays_whole before truncate on audit_log for each statement execute function refuse_change();
create index on audit_log (subject_kind, at desc, id desc);
