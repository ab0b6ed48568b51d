-- Pledges whose person confirmed the address while joining of the campaign was paused wait until it is resumed.
alter table pledge drop constraint pledge_state_check, drop constraint pledge_own_state_check;
alter table pledge add constraint pledge_state_check check (state in ('unconfirmed', 'paused', 'counted', 'held', 'review', 'invalid', 'repeated')),
  add constraint pledge_own_state_check check (own_state in ('unconfirmed', 'paused', 'counted', 'held', 'review', 'repeated'));
create index pledge_paused on pledge (campaign_id) where coalesce(own_state, state) = 'paused';
