-- The picture of a hidden or removed profile keeps its place, so that its case stays open and moderators can decide about it.
create or replace view picture_place as
  select c.cover_media_id as media_id, 'campaign' as kind, c.id as content_id, 'cover' as slot, 0::smallint as sort_order, null::text as state
  from campaign c where c.cover_media_id is not null
  union all
  select p.avatar_media_id, 'person', p.id, 'avatar', 0::smallint, null from person p where p.avatar_media_id is not null
  union all
  select h.avatar_media_id, 'person', h.person_id, 'avatar', 0::smallint, h.state from moderated_profile h where h.avatar_media_id is not null
  union all
  select g.logo_media_id, 'community', g.id, 'logo', 0::smallint, null from community g where g.logo_media_id is not null
  union all
  select g.banner_media_id, 'community', g.id, 'banner', 1::smallint, null from community g where g.banner_media_id is not null
  union all
  select t.logo_media_id, 'target', t.id, 'logo', 0::smallint, null from target t where t.logo_media_id is not null
  union all
  select a.media_id, 'update', a.update_id, 'attachment', a.sort_order, null from attachment a where a.update_id is not null
  union all
  select a.media_id, 'comment', a.comment_id, 'attachment', a.sort_order, null from attachment a where a.comment_id is not null
  union all
  select a.media_id, 'post', a.post_id, 'attachment', a.sort_order, null from attachment a where a.post_id is not null
  union all
  select h.media_id, h.kind, h.content_id, h.slot, h.sort_order, h.state from moderated_picture h;
comment on view picture_place is 'The content that shows each picture, or showed it until the picture or the profile was hidden or removed (state).';
