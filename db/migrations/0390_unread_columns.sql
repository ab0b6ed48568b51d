-- Nothing reads these columns: the log of moderation, or the decision, names who decided and when.
alter table representative drop column decided_by;
alter table target_domain drop column confirmed_by, drop column confirmed_at;
alter table demand drop column recorded_by;
