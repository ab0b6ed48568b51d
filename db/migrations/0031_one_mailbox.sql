-- Every counted pledge holds the key of its mailbox, so that a mailbox counts once per campaign, whoever has how many accounts with it.
-- The keys of existing pledges need the site's secret, so the start of the program adds them (pledges/server/key-mailboxes.ts).
comment on column pledge.address_key is 'Keyed hash of the canonical address under which this pledge counts; null for accounts without an address and for pledges that do not count.';
comment on column pledge.state is 'repeated: the mailbox already counts in this campaign through another account.';
create index pledge_without_key on pledge (campaign_id) where state = 'counted' and address_key is null;

-- Public corrections of a campaign's count. Without people, by design.
create table count_correction (
  id uuid primary key default uuid_v7(),
  campaign_id uuid not null references campaign (id) on delete cascade,
  corrected_at timestamptz not null default now(),
  reason text not null check (reason in ('one_mailbox')),
  count_before bigint not null check (count_before >= 0),
  count_after bigint not null check (count_after >= 0)
);
create index on count_correction (campaign_id, corrected_at desc);
