-- Mail that waits to be sent. A row leaves with its letter: what was sent is not kept, for a letter may hold a token.
create table mail (
  id uuid primary key,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  address text not null check (length(address) between 3 and 254),
  letter jsonb not null,
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
comment on table mail is 'The queue of mail. The id is the Message-ID too, so that a letter that arrives twice is known as one.';
comment on column mail.expires_at is 'When its link does; it is not sent any more then.';
create index mail_next_try_at_idx on mail (next_try_at, id);

create table refused_address (
  address text primary key check (length(address) between 3 and 254),
  answer text not null check (length(answer) <= 300),
  refused_at timestamptz not null default now()
);
comment on table refused_address is 'Addresses that a mail server refused for good: nothing is sent there until their owner confirms them, or for a month.';
