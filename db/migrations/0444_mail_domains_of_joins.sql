alter table pledge add column domain_key integer;
comment on column pledge.domain_key is 'Keyed hash of the mail domain and the campaign, from the time when the pledge got its key of the mailbox. It stays when the account is deleted or changes its address.';
