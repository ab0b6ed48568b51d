-- Reports of people who are mostly wrong do not move a case up in the queue.
alter table report_case add column weight int not null default 0 check (weight >= 0);
comment on column report_case.weight is 'The reporters, without those whose earlier reports moderators mostly found wrong.';
update report_case set weight = reporters;
drop index report_case_queue;
create index report_case_queue on report_case (is_urgent desc, weight desc, opened_at, id) where opened_at is not null;
