-- Exact numbers of recipients told whether a suspended person is a private supporter, so nobody reads them any more.
alter table notification_event drop column mails_sent, drop column pushes_sent;
