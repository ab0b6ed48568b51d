-- A decision of a moderator names the rule of /rules on which it rests.
alter table moderation_decision
  add column rule text check (rule in ('threats', 'harassment', 'private_details', 'false_claims', 'not_a_boycott', 'spam', 'illegal', 'other'));
comment on column moderation_decision.rule is 'Null for restorations, and for decisions from before there were rules.';
create index on moderation_decision (created_at);

create table never_counted (
  month   date primary key check (extract(day from month) = 1),
  pledges bigint not null check (pledges >= 0),
  as_of   date not null
);
comment on table never_counted is 'For /transparency: the pledges of each month (UTC) that have never counted. The job of midnight writes the last three months.';
