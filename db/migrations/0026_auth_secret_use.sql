-- Which values of AUTH_SECRET this site has been started with, so that a change without AUTH_SECRET_PREVIOUS is noticed.

create table auth_secret_use (
  -- An HMAC with the secret as its key: it shows whether a secret is the same, and nothing of the secret.
  fingerprint   text primary key check (length(fingerprint) <= 100),
  first_used_at timestamptz not null default now()
);
comment on table auth_secret_use is 'Keyed fingerprints of the values of AUTH_SECRET that this site has been started with.';
