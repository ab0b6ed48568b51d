-- Limits count what a person has written, not the rows that are left of it: texts can be deleted or edited afterwards.
create table written_text (
  id uuid primary key default uuid_v7(),
  person_id uuid not null references person,
  written_at timestamptz not null default clock_timestamp(),
  -- SHA-256 of the words. Null if the text is too short to be refused as a repetition.
  words_hash bytea,
  -- Counts towards the limit of a day: a comment or a post, and neither an edit nor a chat message.
  is_limited boolean not null
);
create index written_text_person on written_text (person_id, written_at);
comment on table written_text is 'When each person wrote texts on what others started, and edited them, in the last 24 hours.';

-- What nobody else can see makes nobody a member: the limits and reports of members must not be had for three posts in a private community.
-- What an organizer hid still counts, because otherwise they could take away the levels of people who disagree with them.
create or replace function public.trust_level(of_person uuid) returns text language sql stable as $function$
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
          and c.creator_id is distinct from p.id and k.privacy is distinct from 'private' limit 30)
      union all
      (select from public.community_post o join public.community k on k.id = o.community_id
        where o.author_id = p.id and o.moderation is null and o.created_at <= now() - interval '24 hours' and k.privacy = 'public' limit 30)
      union all
      (select from public.campaign c where c.creator_id = p.id and c.status <> 'draft' and c.moderation is null
        and c.published_at <= now() - interval '24 hours' limit 30)
      union all
      (select from public.campaign_update u join public.campaign c on c.id = u.campaign_id
        where c.creator_id = p.id and u.moderation is null and u.created_at <= now() - interval '24 hours' limit 30)
      limit 30) as thing) as remained
  where p.id = of_person $function$;
