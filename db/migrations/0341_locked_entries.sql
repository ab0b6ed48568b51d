-- A locked target, industry or cause takes no new campaigns.
alter table target add column is_locked boolean not null default false;
alter table industry add column is_locked boolean not null default false;
alter table cause add column is_locked boolean not null default false;
comment on column target.is_locked is 'A moderator has decided that no new campaign may be about it. Its campaigns stay.';
