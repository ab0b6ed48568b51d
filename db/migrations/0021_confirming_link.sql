-- The confirming link works without signing in, so it proves who reads the mailbox and not who made the account.
alter table person add column confirmed_by_link_alone boolean not null default false;
comment on column person.confirmed_by_link_alone is 'The address was confirmed by the mailed link in a browser that was not signed in as this person. The account can still be claimed by whoever proves the address again.';
