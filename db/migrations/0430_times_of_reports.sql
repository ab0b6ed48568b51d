-- The owner and mods of a community see the id of a case. A UUIDv7 begins with the time, which could tell who reported.
alter table report drop constraint report_case_id_fkey;
alter table report_case add column new_id uuid not null default gen_random_uuid();
update report o set case_id = k.new_id from report_case k where k.id = o.case_id;
update report_case set id = new_id;
alter table report_case drop column new_id;
alter table report add constraint report_case_id_fkey foreign key (case_id) references report_case (id) on delete cascade;
