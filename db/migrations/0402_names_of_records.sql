-- A record of an entry had its names for ever, and a target can be named after a person. The names move to the table that is emptied after some months.
alter table audit_words add column names jsonb not null default '{}' check (jsonb_typeof(names) = 'object');
comment on column audit_words.names is 'The name of the subject at that time. It is deleted with the words.';
alter table audit_words disable trigger audit_words_stay;
alter table audit_log disable trigger audit_log_stays;
update audit_words w set names = jsonb_strip_nulls(jsonb_build_object('name', a.details -> 'name', 'to', a.details -> 'to', 'into', a.details -> 'into', 'slug', a.details -> 'slug'))
  from audit_log a where a.id = w.audit_id and a.action like 'entries.%';
update audit_log set details = details - '{name,to,into,slug}'::text[] where action like 'entries.%';
alter table audit_log enable trigger audit_log_stays;
alter table audit_words enable trigger audit_words_stay;
create or replace view recorded_act as
  select a.*, coalesce(w.words, '') as reason, coalesce(w.names, '{}') as names from audit_log a left join audit_words w on w.audit_id = a.id;
