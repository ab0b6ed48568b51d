-- A sign counts only if many joins of a network have it, so each join keeps whether its sign-up form was skipped or open for under 3 seconds.
alter table join_signal drop column form_seconds;
alter table join_signal add column is_quick boolean not null default true;
alter table join_signal alter column is_quick drop default;
