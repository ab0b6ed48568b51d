-- Keys of bans and mutes come from confirmed addresses only: an unconfirmed one can be a stranger's. A changed address is always confirmed, so an
-- account whose present address is not confirmed never had another one. A deleted account that never counted never confirmed its address.
update community_member m set mailbox_keys = '{}' from person p
  where p.id = m.person_id and m.mailbox_keys <> '{}' and case when p.deleted_at is null then not p.email_verified else p.counting_from is null end;
update community_mute m set mailbox_keys = '{}' from person p
  where p.id = m.person_id and m.mailbox_keys <> '{}' and case when p.deleted_at is null then not p.email_verified else p.counting_from is null end;
comment on column community_member.mailbox_keys is 'A ban keeps keyed hashes of every confirmed address that the account has had since the ban (mailbox-keys.ts).';
comment on column community_mute.mailbox_keys is 'A mute keeps keyed hashes of every confirmed address that the account has had since the mute (mailbox-keys.ts).';
