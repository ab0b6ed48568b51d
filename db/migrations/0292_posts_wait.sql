-- The switch posts_wait lets everything that new people write wait for a moderator.
alter table site_switch drop constraint site_switch_name_check;
alter table site_switch add constraint site_switch_name_check check (
  name in ('read_only', 'no_sign_up', 'no_new_campaigns', 'joining_paused', 'slow_mode', 'posts_wait', 'banner'));
