alter table pledge add column domain_key integer;
comment on column pledge.domain_key is 'Keyed hash of the mail domain and the campaign, stored with address_key when the pledge is counted, held or repeated. It stays when the account is deleted or changes its address. Null: an earlier release stored the pledge, or its person has disconnected it.';
comment on column pledge.address_key is 'Keyed hash of the mailbox and the campaign; of the account and the campaign if its address was not confirmed. Null: the pledge has not counted, or was disconnected from a campaign that ended long ago.';

-- The next start gives the pledges of unconfirmed accounts keys of the account.
update pledge p set address_key = null from person q
where q.id = p.person_id and q.deleted_at is null and not q.email_verified and p.state = 'counted' and p.address_key is not null;
