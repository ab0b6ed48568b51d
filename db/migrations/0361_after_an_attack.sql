-- An automatic report is known by this alone: the report of a deleted account names nobody either.
alter table report add column is_automatic boolean not null default false;
comment on column report.is_automatic is 'The site itself has reported something that is unusual.';
update report set is_automatic = true where reporter_id is null and visitor_email is null and closed_at is null and details like 'New people have written%';

-- What was published in a removed campaign, post or community makes nobody a member.
CREATE OR REPLACE FUNCTION public.trust_level(of_person uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when p.role <> 'member' then 'trusted'
    when p.counting_from is null then 'unconfirmed'
    when p.created_at <= now() - interval '30 days' and remained.things >= 30 then 'trusted'
    when p.is_established or (p.created_at <= now() - interval '24 hours' and remained.things >= 3) then 'member'
    else 'new' end
  from public.person p cross join lateral (
    select count(*) as things from (
      (select from public.comment s
        left join public.campaign c on c.id = s.campaign_id
        left join public.community_post o on o.id = s.post_id left join public.community k on k.id = o.community_id
        where s.author_id = p.id and (s.removed_at is null or s.moderation = 'hidden_by_organizer') and s.created_at <= now() - interval '24 hours'
          and c.moderation is null and o.moderation is null and k.moderation is null
          and c.creator_id is distinct from p.id and k.privacy is distinct from 'private' limit 30)
      union all
      (select from public.community_post o join public.community k on k.id = o.community_id
        where o.author_id = p.id and o.moderation is null and k.moderation is null and o.created_at <= now() - interval '24 hours' and k.privacy = 'public' limit 30)
      union all
      (select from public.campaign c where c.creator_id = p.id and c.status <> 'draft' and c.moderation is null
        and c.published_at <= now() - interval '24 hours' limit 30)
      union all
      (select from public.campaign_update u join public.campaign c on c.id = u.campaign_id
        where c.creator_id = p.id and c.status <> 'draft' and c.moderation is null and u.moderation is null and u.created_at <= now() - interval '24 hours' limit 30)
      limit 30) as thing) as remained
  where p.id = of_person $function$;
