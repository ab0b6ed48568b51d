-- Limits that protect accounts, mail and sign-up, counted over all processes and across restarts.

create table rate_limit (
  key    varchar(255) primary key,
  points integer not null default 0,
  -- Milliseconds since 1970, by the clock of the process that began the count.
  expire bigint
);
comment on table rate_limit is 'The table of rate-limiter-flexible. Keys are a limit''s name and a keyed hash: no address can be read from them.';
create index on rate_limit (expire);

create table sign_in_attempt (
  -- Keyed hashes of the account, and of the account with the place that guesses come from.
  key           text primary key check (length(key) <= 100),
  account       text not null check (length(account) <= 100),
  count         integer not null check (count >= 0),
  blocked_until timestamptz not null,
  last_at       timestamptz not null
);
comment on table sign_in_attempt is 'Guesses at passwords: how many, and until when no more are taken.';
create index on sign_in_attempt (account);
create index on sign_in_attempt (last_at);
