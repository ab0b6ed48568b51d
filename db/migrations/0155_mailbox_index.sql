-- The key comes first, so that a mailbox is found by its key alone. See src/features/pledges/server/counted-twin.ts.
create unique index pledge_mailbox on pledge (address_key, campaign_id) where state = 'counted';
drop index pledge_one_mailbox;
alter index pledge_mailbox rename to pledge_one_mailbox;
