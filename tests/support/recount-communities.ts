/** Each query finds communities or posts whose stored counts are wrong. */
export const communityContradictions: Record<string, string> = {
  'a community whose lists count other members than it has, or that nobody owns': `
    with member as (select community_id, count(*) filter (where status = 'active') as n,
      bool_or(m.role = 'owner' and m.status = 'active' and m.person_id = c.owner_user_id) as is_owned
      from community_member m join community c on c.id = m.community_id group by community_id)
    select c.id from community c left join community_rank r on r.community_id = c.id left join member m on m.community_id = c.id
    where (c.moderation is null and r.members is distinct from coalesce(m.n, 0)) or m.is_owned is not true`,
  'a community whose posts of the week are not those marked so': `
    select r.community_id from community_rank r left join (select community_id, count(*) as n from community_post where in_week group by 1) p using (community_id)
    where r.posts_week <> coalesce(p.n, 0)`,
  'a post that counts as of the week a minute after it, or does not within it': `
    select id from community_post where moderation is null and in_week <> (created_at > now() - interval '7 days')
      and abs(extract(epoch from created_at - (now() - interval '7 days'))) > 60`,
  'a score that is not made of members and posts': `
    select community_id from community_rank where activity <> members + 5 * posts_week
      or popularity <> members + case when privacy = 'public' then 5 * posts_week else 0 end`,
  'a list of communities that says another privacy than they have': `
    select c.id from community c left join community_rank r on r.community_id = c.id where r.privacy is distinct from case when c.moderation is null then c.privacy end`,
  'a post without its counts, or with other likes or comments than it has': `
    with liked as (select post_id, count(*) as n from community_post_like group by 1),
    said as (select post_id, count(*) as n from comment where post_id is not null and removed_at is null group by 1)
    select p.id from community_post p left join community_post_stats s on s.post_id = p.id
    left join liked on liked.post_id = p.id left join said on said.post_id = p.id
    where (s.likes, s.comments) is distinct from (coalesce(liked.n, 0), coalesce(said.n, 0))`,
  'an invite of somebody who may not invite': `
    select i.id from community_invite i left join community_member m on m.community_id = i.community_id and m.person_id = i.created_by
      and m.status = 'active' and m.role in ('owner', 'mod') where m.person_id is null`,
}
