-- Accounts: a person who came by another site may have no address yet; settings; leaving.
alter table person alter column email drop not null;
alter table person add constraint confirmed_has_address check (email is not null or not email_verified);
alter table person
  add column avatar_media_id uuid unique references media (id) on delete set null,
  add column allow_dms boolean not null default true,
  add column notify_email boolean not null default true,
  add column notify_dms boolean not null default true,
  add column notify_campaign_updates boolean not null default true,
  add column notify_recommendations boolean not null default true,
  add column deleted_at timestamptz;
alter table person add constraint deleted_keeps_nothing check (
  deleted_at is null or (email is null and username is null and display_username is null and avatar_url is null and avatar_media_id is null
    and bio = '' and full_name = '' and first_name = '' and last_name = '' and display_name = '[deleted]'));
alter table media drop constraint media_purpose_check;
alter table media add constraint media_purpose_check check (purpose in ('campaign_cover', 'attachment', 'avatar'));

-- Who deleted an account stays in the count; the same address joining again does not count twice.
alter table pledge add column address_key text check (length(address_key) = 64);
comment on column pledge.address_key is 'Keyed hash of the canonical address of an account that was deleted; absent while the account lives.';
create unique index pledge_campaign_id_address_key_idx on pledge (campaign_id, address_key) where address_key is not null;
alter table pledge drop constraint pledge_state_check;
alter table pledge add constraint pledge_state_check check (state in ('unconfirmed', 'counted', 'held', 'invalid', 'repeated'));
comment on column pledge.state is 'repeated: the address is in the count already, from an account that was deleted.';
