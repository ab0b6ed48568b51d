alter table auth_secret_use add column keys_renewed_at timestamptz;
comment on column auth_secret_use.keys_renewed_at is 'When the keys of mailboxes were made anew with this secret, because an earlier one was lost.';
