import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'

/** Every list of the file, as the statement that reads it for a person: what they wrote and did, nothing of anybody else's. */
const lists = {
  pledges: (id: string) => sql`
    select c.slug as campaign, c.title, l.state, l.is_private as private, l.created_at as "joinedAt", l.counted_at as "countedAt"
    from pledge l join campaign c on c.id = l.campaign_id where l.person_id = ${id} order by l.created_at, c.id`,
  campaigns: (id: string) => sql`
    select c.id, c.slug, c.status, c.title, c.summary, c.why_it_matters as "whyItMatters", c.body, c.product_service as "productOrService",
      c.impact_mode as "impactMode", c.currency, c.spend_cents as "spendCents", c.duration_basis as "durationBasis", c.non_monetary_unit as unit,
      c.supporters_goal as "supportersGoal", coalesce(t.name, c.draft_target_name) as target, c.outcome, c.created_at as "createdAt",
      c.updated_at as "updatedAt", c.published_at as "publishedAt",
      (select coalesce(json_agg(a.action_text order by a.sort_order), '[]') from campaign_action a where a.campaign_id = c.id) as actions,
      (select coalesce(json_agg(json_build_object('name', v.name, 'url', v.url, 'note', v.note) order by v.sort_order), '[]')
        from campaign_alternative v where v.campaign_id = c.id) as alternatives
    from campaign c left join target t on t.id = c.target_id where c.creator_id = ${id} and c.status <> 'draft' order by c.created_at, c.id`,
  drafts: (id: string) => sql`
    select c.id, c.slug, c.title, c.summary, c.why_it_matters as "whyItMatters", c.body, c.product_service as "productOrService",
      c.impact_mode as "impactMode", c.currency, c.spend_cents as "spendCents", c.duration_basis as "durationBasis", c.non_monetary_unit as unit,
      c.supporters_goal as "supportersGoal", coalesce(t.name, c.draft_target_name) as target, c.draft_target_website as "targetWebsite",
      c.draft_industry_name as industry, c.draft_causes as causes, c.created_at as "createdAt", c.updated_at as "updatedAt",
      (select coalesce(json_agg(a.action_text order by a.sort_order), '[]') from campaign_action a where a.campaign_id = c.id) as actions,
      (select coalesce(json_agg(json_build_object('name', v.name, 'url', v.url, 'note', v.note) order by v.sort_order), '[]')
        from campaign_alternative v where v.campaign_id = c.id) as alternatives
    from campaign c left join target t on t.id = c.target_id where c.creator_id = ${id} and c.status = 'draft' order by c.created_at, c.id`,
  campaignEdits: (id: string) => sql`
    select c.slug as campaign, e.changes, e.created_at as "at" from campaign_edit e join campaign c on c.id = e.campaign_id
    where e.editor_id = ${id} order by e.created_at, e.id`,
  updates: (id: string) => sql`
    select c.slug as campaign, u.title, u.body, u.created_at as "createdAt" from campaign_update u join campaign c on c.id = u.campaign_id
    where u.creator_id = ${id} order by u.created_at, u.id`,
  comments: (id: string) => sql`
    select s.id, c.slug as campaign, s.body, s.created_at as "createdAt", s.updated_at as "updatedAt" from campaign_comment s join campaign c on c.id = s.campaign_id
    where s.author_id = ${id} and s.removed_at is null order by s.created_at, s.id`,
  likes: (id: string) => sql`
    select c.slug as campaign, l.comment_id as comment, l.created_at as "at" from comment_like l join campaign_comment s on s.id = l.comment_id
    join campaign c on c.id = s.campaign_id where l.person_id = ${id} order by l.created_at, l.comment_id`,
  chatMessages: (id: string) => sql`
    select c.slug as campaign, m.body, m.created_at as "createdAt" from campaign_chat_message m join campaign c on c.id = m.campaign_id
    where m.author_id = ${id} order by m.created_at, m.id`,
  contactMessages: (id: string) => sql`
    select category, message, email, name, created_at as "sentAt" from contact_submission where user_id = ${id} order by created_at, id`,
  pictures: (id: string) => sql`
    select id, purpose, width, height, bytes, is_generated as "isGenerated", created_at as "createdAt",
      '/media/' || id || '-' || case when purpose = 'avatar' then 512 else least(width, 1920) end || '.webp' as address
    from media where owner_id = ${id} order by created_at, id`,
  sessions: (id: string) => sql`
    select user_agent as browser, ip_address as "networkAddress", created_at as "signedInAt", updated_at as "lastSeenAt", expires_at as "endsAt"
    from auth_session where person_id = ${id} order by created_at, id`,
  waysIn: (id: string) => sql`
    select provider_id as provider, case when provider_id <> 'credential' then account_id end as "accountThere", created_at as since
    from auth_account where person_id = ${id} order by created_at, id`,
}

/** All that is kept of a person, as the text of a JSON file, by one state of the store. */
export function ownDataOf(db: Db, { personId, at }: { personId: string; at: Date }): Promise<string> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { rows } = await sql`
        select id, email, email_verified as "isEmailConfirmed", full_name as "fullName", first_name as "firstName", last_name as "lastName",
          display_name as "displayName", display_username as username, bio, avatar_url as avatar, role, created_at as "memberSince",
          counting_from as "countingFrom", updated_at as "updatedAt", pledge_privately as "pledgePrivately", allow_dms as "allowDirectMessages",
          json_build_object('email', notify_email, 'directMessages', notify_dms, 'campaignUpdates', notify_campaign_updates,
            'recommendations', notify_recommendations) as notifications
        from person where id = ${personId}`.execute(tx)
      const parts = [`"madeAt": ${JSON.stringify(at)}`, `"profile": ${JSON.stringify(rows[0], null, 1)}`]
      // One after the other: the transaction has one connection.
      for (const [name, list] of Object.entries(lists)) parts.push(`"${name}": ${JSON.stringify((await list(personId).execute(tx)).rows, null, 1)}`)
      return `{\n${parts.join(',\n')}\n}\n`
    })
}
