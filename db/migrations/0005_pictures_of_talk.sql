-- Pictures on updates and comments.

alter table media drop constraint media_purpose_check;
alter table media add constraint media_purpose_check check (purpose in ('campaign_cover', 'attachment'));

create table attachment (
  id          uuid primary key,
  entity_type text not null check (entity_type in ('campaign_update', 'campaign_comment')),
  entity_id   uuid not null,
  update_id   uuid generated always as (case when entity_type = 'campaign_update' then entity_id end) stored references campaign_update on delete cascade,
  comment_id  uuid generated always as (case when entity_type = 'campaign_comment' then entity_id end) stored references campaign_comment on delete cascade,
  media_id    uuid not null unique references media,
  file_type   text not null check (file_type in ('image/webp', 'image/jpeg', 'image/png', 'image/avif')),
  width       int not null,
  height      int not null,
  caption     text check (length(caption) <= 500),
  sort_order  smallint not null check (sort_order between 0 and 3),
  created_at  timestamptz not null default now(),
  constraint one_on_a_comment check (entity_type <> 'campaign_comment' or sort_order = 0),
  unique (update_id, sort_order),
  unique (comment_id, sort_order)
);
comment on column attachment.media_id is 'One picture is shown in one place, so that it goes with what shows it.';
