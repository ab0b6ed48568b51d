-- Visitors report too. Their report waits until they have confirmed their address by the link in a mail.
create table unconfirmed_report (
  id           uuid primary key,
  secret_hash  text not null check (length(secret_hash) = 64),
  subject_kind text not null check (subject_kind in ('campaign', 'comment', 'update', 'chat_message', 'post', 'community', 'person', 'target')),
  subject_id   uuid not null,
  reason       text not null check (reason in ('false_claim', 'harassment', 'hate', 'spam', 'illegal', 'not_a_boycott', 'other')),
  details      text not null check (length(details) <= 2000),
  law          text not null check (length(law) <= 500),
  notice_name  text not null check (length(notice_name) <= 100),
  email        text not null check (length(email) between 3 and 254),
  created_at   timestamptz not null default now(),
  confirmed_at timestamptz
);
comment on column unconfirmed_report.confirmed_at is 'The row stays until it is swept, so that a second press of the button in the mail gets the same answer.';
create index on unconfirmed_report (created_at);

alter table report add column visitor_email text check (length(visitor_email) between 3 and 254);
alter table report add constraint sent_by_one check (num_nonnulls(reporter_id, visitor_email) <= 1);
comment on column report.visitor_email is 'The confirmed address of a visitor. It is deleted once the mail about the end of the report is queued.';
create unique index report_open_once_by_visitor on report (case_id, visitor_email) where closed_at is null;
create index report_visitor_to_mail on report (closed_at) where visitor_email is not null and closed_at is not null;
