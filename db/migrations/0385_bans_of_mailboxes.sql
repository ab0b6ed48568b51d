-- Bans and mutes hold for the mailbox after the account changes its address or is deleted. The next start adds the keys of present addresses.
alter table community_member add column mailbox_keys text[] not null default '{}',
  add constraint only_a_ban_has_keys check (status = 'banned' or mailbox_keys = '{}');
comment on column community_member.mailbox_keys is 'A ban keeps keyed hashes of every address that the account has had since the ban (mailbox-keys.ts).';
create index community_member_banned_mailbox on community_member using gin (mailbox_keys) where status = 'banned';

alter table community_mute add column mailbox_keys text[] not null default '{}';
comment on column community_mute.mailbox_keys is 'A mute keeps keyed hashes of every address that the account has had since the mute (mailbox-keys.ts).';
create index community_mute_mailbox on community_mute using gin (mailbox_keys);
