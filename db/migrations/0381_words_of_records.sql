-- Reasons can quote what was removed. Their words are in tables that are emptied after the time for an appeal; the rows that are never changed keep a hash.
-- The salt is deleted with the words, so that nobody can find short words by trying.
create table decision_words (
  decision_id uuid primary key references moderation_decision (id),
  words       text not null check (length(words) between 1 and 1000),
  salt        uuid not null
);
create table audit_words (
  audit_id uuid primary key references audit_log (id),
  words    text not null check (length(words) between 1 and 2000),
  salt     uuid not null
);
create trigger decision_words_stay before update on decision_words for each row execute function refuse_change();
create trigger audit_words_stay before update on audit_words for each row execute function refuse_change();

alter table moderation_decision add column reason_hash bytea;
alter table audit_log add column reason_hash bytea;
comment on column moderation_decision.reason_hash is 'The SHA-256 of the salt and the reason in decision_words. Null: without a reason.';
comment on column audit_log.reason_hash is 'The SHA-256 of the salt and the reason in audit_words. Null: without a reason.';

insert into decision_words (decision_id, words, salt) select id, reason, gen_random_uuid() from moderation_decision where reason <> '';
insert into audit_words (audit_id, words, salt) select id, reason, gen_random_uuid() from audit_log where reason <> '';
alter table moderation_decision drop constraint moderation_decision_reason_check, alter column reason drop not null;
alter table moderation_decision disable trigger moderation_decision_stays;
alter table audit_log disable trigger audit_log_stays;
-- The column is emptied before it is dropped, because dropping alone keeps its content on the disk.
update moderation_decision d set reason = null, reason_hash = sha256(convert_to(w.salt::text || w.words, 'UTF8')) from decision_words w where w.decision_id = d.id;
update audit_log a set reason = null, reason_hash = sha256(convert_to(w.salt::text || w.words, 'UTF8')) from audit_words w where w.audit_id = a.id;
alter table moderation_decision enable trigger moderation_decision_stays;
alter table audit_log enable trigger audit_log_stays;
alter table moderation_decision drop column reason;
alter table audit_log drop column reason;

create view recorded_decision as
  select d.*, coalesce(w.words, '') as reason from moderation_decision d left join decision_words w on w.decision_id = d.id;
create view recorded_act as
  select a.*, coalesce(w.words, '') as reason from audit_log a left join audit_words w on w.audit_id = a.id;
comment on view recorded_decision is 'Decisions with their reasons, which are empty once their words are deleted.';
comment on view recorded_act is 'The audit log with its reasons, which are empty once their words are deleted.';

-- An appeal and its answer quote the same content.
alter table moderation_appeal drop constraint decided_whole;
alter table moderation_appeal add constraint decided_whole check (num_nonnulls(decided_at, decided_by, outcome) in (0, 3) and (decided_at is not null or answer is null));
