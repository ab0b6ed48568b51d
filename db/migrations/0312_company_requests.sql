-- The creator of a campaign, or a moderator, asks the company for an answer by mail.
create table company_request (
  id           uuid primary key,
  campaign_id  uuid not null references campaign (id) on delete cascade,
  target_id    uuid not null references target (id) on delete cascade,
  requested_by uuid not null references person (id),
  domain       text not null check (domain = lower(domain) and length(domain) between 3 and 253),
  created_at   timestamptz not null default now(),
  delivered_at timestamptz
);
comment on table company_request is 'The id is that of the mail. The address is stored in the mail alone, which is deleted when it is sent.';
comment on column company_request.delivered_at is 'The mail was handed over to a mail server.';
create index on company_request (campaign_id, target_id, created_at);
create index on company_request (target_id);
create index on company_request (requested_by);
