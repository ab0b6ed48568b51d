-- People older than a week are members already. A column with a constant default rewrites no rows; only the recent ones are updated.
alter table person add column is_established boolean not null default true;
alter table person alter column is_established set default false;
update person set is_established = false where created_at > now() - interval '7 days';
comment on column person.is_established is 'The account was a week old when trust levels began, so that it is a member whatever it wrote.';

-- Counts what a person wrote lately.
drop index comment_author;
create index comment_author on comment (author_id, created_at);
create index campaign_chat_message_author on campaign_chat_message (author_id, created_at);

-- How far a person is trusted: unconfirmed, new, member or trusted. The numbers are described in src/features/trust/terms.ts.
-- A thing remained if it is visible and was published at least a day ago.
create function public.trust_level(of_person uuid) returns text language sql stable as $function$
  select case
    when p.role <> 'member' then 'trusted'
    when p.counting_from is null then 'unconfirmed'
    when p.created_at <= now() - interval '30 days' and remained.things >= 30 then 'trusted'
    when p.is_established or (p.created_at <= now() - interval '24 hours' and remained.things >= 3) then 'member'
    else 'new' end
  from public.person p cross join lateral (
    select count(*) as things from (
      (select from public.comment s where s.author_id = p.id and s.removed_at is null and s.created_at <= now() - interval '24 hours' limit 30)
      union all
      (select from public.community_post o where o.author_id = p.id and o.moderation is null and o.created_at <= now() - interval '24 hours' limit 30)
      union all
      (select from public.campaign c where c.creator_id = p.id and c.status <> 'draft' and c.moderation is null
        and c.published_at <= now() - interval '24 hours' limit 30)
      union all
      (select from public.campaign_update u join public.campaign c on c.id = u.campaign_id
        where c.creator_id = p.id and u.moderation is null and u.created_at <= now() - interval '24 hours' limit 30)
      limit 30) as thing) as remained
  where p.id = of_person $function$;
