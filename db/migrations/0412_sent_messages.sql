-- Moderators read how many mails and push messages about something had been sent before it was hidden. Sent ones leave their queues.
alter table notification_event
  add column mails_sent integer not null default 0,
  add column pushes_sent integer not null default 0;
comment on column notification_event.mails_sent is 'Mails that a mail server has accepted, daily digests with this event included.';
comment on column notification_event.pushes_sent is 'Push messages that a push service has accepted.';
