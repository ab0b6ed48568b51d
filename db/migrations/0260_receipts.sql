-- Receipts: each person can check that their pledge is in the published number.
-- A table of its own, so that a secret can be destroyed and replaced when the account is deleted or the pledge is disconnected.
create table pledge_receipt (
  campaign_id uuid not null,
  person_id uuid not null,
  secret text not null default replace(gen_random_uuid()::text, '-', '') check (length(secret) = 32),
  primary key (campaign_id, person_id),
  foreign key (campaign_id, person_id) references pledge on delete cascade
);
comment on table pledge_receipt is 'Secrets of pledges, of which the leaves of the daily lists are made. Made by the daily job, or when its person asks for the receipt.';

create table daily_list (
  campaign_id uuid not null references campaign on delete cascade,
  day date not null,
  pledges int not null check (pledges >= 0),
  root bytea not null check (length(root) = 32),
  chain bytea not null check (length(chain) = 32),
  primary key (campaign_id, day)
);
comment on column daily_list.day is 'The day (UTC) at whose beginning the list was due.';
comment on column daily_list.chain is 'Hash of this root, its day and the chain of the list before it.';

create table daily_list_leaves (
  campaign_id uuid not null,
  day date not null,
  leaves bytea not null,
  chunks bytea not null,
  primary key (campaign_id, day),
  foreign key (campaign_id, day) references daily_list on delete cascade
);
comment on table daily_list_leaves is 'The leaves of lists of 20 or more pledges, sorted, of 16 bytes each. Deleted after 30 days.';
comment on column daily_list_leaves.chunks is 'For each 1,024 leaves: the first of them, and the hash of their part of the tree.';
create index daily_list_leaves_day on daily_list_leaves (day);
