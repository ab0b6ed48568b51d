-- Limits count what a person wrote by kind: chat messages of new accounts, and new targets and causes, have limits of their own.
alter table written_text add column kind text not null default 'comment'
  check (kind in ('comment', 'post', 'message', 'edit', 'campaign', 'target', 'cause'));
update written_text set kind = 'edit' where not is_limited;
alter table written_text alter column kind drop default, drop column is_limited;
comment on table written_text is 'When each person wrote texts on what others started, edited them, published campaigns, and added targets and causes, in the last 24 hours.';
