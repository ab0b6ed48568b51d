alter table invalidation add column form_seconds integer check (form_seconds between 1 and 3600);
comment on column invalidation.form_seconds is 'Sign-up forms that were open for less than this many seconds, or skipped.';
alter table invalidation drop constraint selects_something,
  add constraint selects_something check (num_nonnulls(joined_from, joined_to, mail_domain, account_hours, network, form_seconds) > 0);
