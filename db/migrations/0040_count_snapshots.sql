-- The public figures of a campaign at the last midnight UTC. A job writes them once a day, so they tell nothing about single pledges or about reviews.
create table campaign_count (
  campaign_id uuid primary key references campaign (id) on delete cascade,
  as_of date not null,
  counted bigint not null check (counted >= 0),
  unconfirmed bigint not null check (unconfirmed >= 0),
  removed bigint not null
);
comment on column campaign_count.as_of is 'The day (UTC) at whose beginning these figures held.';
comment on column campaign_count.removed is 'Pledges that had been counted and were taken out, less those that were restored.';
create index pledge_unconfirmed on pledge (campaign_id) where state = 'unconfirmed';
