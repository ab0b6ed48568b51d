-- People who ask for a look read how long it has lately taken.
create index join_signal_checked on join_signal (checked_at) where checked_at is not null;
