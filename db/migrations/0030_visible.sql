-- Each noun's visibility is stated once: in public_campaign for everybody, in these functions for one viewer (null: a visitor).
-- Readers use them through src/platform/server/store/visible.ts. Each is a single select, so that the planner inlines it, with
-- scalar subqueries, which run per row by index: for an exists the planner may read the whole table.
create function visible_campaign(viewer uuid) returns setof uuid language sql stable as $$
  select c.id from public.campaign c where c.creator_id = viewer or (select true from public.public_campaign p where p.id = c.id) $$;

-- What is inside a community: posts, comments, members and its banner. That a community exists is public.
create function visible_community(viewer uuid) returns setof uuid language sql stable as $$
  select c.id from public.community c where c.privacy = 'public'
    or (select m.status = 'active' from public.community_member m where m.community_id = c.id and m.person_id = viewer) $$;

create function visible_post(viewer uuid) returns setof uuid language sql stable as $$
  select p.id from public.community_post p where (select true from public.visible_community(viewer) as seen(id) where seen.id = p.community_id) $$;

create function visible_comment(viewer uuid) returns setof uuid language sql stable as $$
  select s.id from public.comment s where s.removed_at is null
    and (s.campaign_id is null or (select true from public.visible_campaign(viewer) as seen(id) where seen.id = s.campaign_id))
    and (s.post_id is null or (select true from public.visible_post(viewer) as seen(id) where seen.id = s.post_id)) $$;
