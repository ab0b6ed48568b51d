-- A pledge that its person has disconnected belongs to an empty row of a person, as pledges of deleted accounts do.
alter table pledge add column is_detached boolean not null default false;
comment on column pledge.is_detached is 'Its person has disconnected it. It belongs to an empty, deleted person of its own; the key of its mailbox is deleted 90 days after the end of the campaign.';
create index pledge_detached on pledge (campaign_id) where is_detached and address_key is not null;
