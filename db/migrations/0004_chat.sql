-- The live chat of a campaign.

-- A message that is deleted leaves no trace; the chat of a campaign that has ended stays, unshown.
create table campaign_chat_message (
  id          uuid primary key,
  campaign_id uuid not null references campaign on delete cascade,
  author_id   uuid not null references person,
  body        text not null check (length(body) between 1 and 1000),
  created_at  timestamptz not null default clock_timestamp()
);
create index on campaign_chat_message (campaign_id, created_at desc, id desc);

-- When somebody last spoke in a chat: one row a person and campaign, so that two sends at once cannot both be in time.
-- It outlives the message, and is swept away once it keeps nobody waiting any more.
create table campaign_chat_pace (
  campaign_id uuid not null references campaign on delete cascade,
  person_id   uuid not null references person on delete cascade,
  spoke_at    timestamptz not null,
  primary key (campaign_id, person_id)
);
