-- A join takes over the key that another pledge of its mailbox has, also one that does not count.
create index pledge_other_keys on pledge (address_key, campaign_id) where state <> 'counted' and address_key is not null;
