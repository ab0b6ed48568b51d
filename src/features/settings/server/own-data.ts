import { sql } from 'kysely'
import { ownCountedFrom, ownState } from '#features/pledges/server/public.ts'
import type { Db } from '#platform/server/store/open-store.ts'

/** The address of a campaign in what a person did there; null while a moderator has hidden or removed it. */
const shownSlug = sql`case when c.moderation is null then c.slug end`

/** The same for a community. Its owner finds it in `ownedCommunities`. */
const shownCommunity = sql`case when g.moderation is null then g.slug end`

/** Queries for the lists of the file. They return what the person wrote and did, and nothing of anybody else. */
const lists = {
  pledges: (id: string) => sql`
    select ${shownSlug} as campaign, case when c.moderation is null then c.title end as title, ${ownState} as state, o.is_private as private, o.created_at as "joinedAt", case when ${ownState} in ('counted', 'removed') then ${ownCountedFrom} end as "countedAt",
      o.notice_version as "noticeVersion", o.notice_at as "noticeAt"
    from pledge o join person q on q.id = o.person_id join campaign c on c.id = o.campaign_id where o.person_id = ${id} order by o.created_at, c.id`,
  actionsDone: (id: string) => sql`
    select ${shownSlug} as campaign, case when c.moderation is null then a.action_text end as action, k.ticked_at as "doneAt" from campaign_action_tick k join campaign_action a on a.id = k.action_id
    join campaign c on c.id = a.campaign_id where k.person_id = ${id} order by k.ticked_at, a.id`,
  mutedAndBlocked: (id: string) => sql`
    select b.other_id as "personId", b.kind, b.created_at as since from person_block b where b.person_id = ${id} order by b.created_at, b.other_id`,
  campaigns: (id: string) => sql`
    select c.id, c.slug, c.status, c.title, c.summary, c.why_it_matters as "whyItMatters", c.body, c.product_service as "productOrService",
      c.impact_mode as "impactMode", c.currency, c.spend_cents as "spendCents", c.duration_basis as "durationBasis", c.non_monetary_unit as unit,
      c.supporters_goal as "supportersGoal", coalesce(t.name, c.draft_target_name) as target, c.outcome, c.created_at as "createdAt",
      c.updated_at as "updatedAt", c.published_at as "publishedAt",
      (select coalesce(json_agg(a.action_text order by a.sort_order), '[]') from campaign_action a where a.campaign_id = c.id) as actions,
      (select coalesce(json_agg(json_build_object('name', v.name, 'url', v.url, 'note', v.note) order by v.sort_order), '[]')
        from campaign_alternative v where v.campaign_id = c.id) as alternatives,
      (select coalesce(json_agg(json_build_object('url', s.url, 'description', s.description) order by s.sort_order), '[]')
        from campaign_source s where s.campaign_id = c.id) as sources
    from campaign c left join target t on t.id = c.target_id where c.creator_id = ${id} and c.published_at is not null order by c.created_at, c.id`,
  drafts: (id: string) => sql`
    select c.id, c.slug, c.title, c.summary, c.why_it_matters as "whyItMatters", c.body, c.product_service as "productOrService",
      c.impact_mode as "impactMode", c.currency, c.spend_cents as "spendCents", c.duration_basis as "durationBasis", c.non_monetary_unit as unit,
      c.supporters_goal as "supportersGoal", coalesce(t.name, c.draft_target_name) as target, c.draft_target_website as "targetWebsite",
      c.draft_industry_name as industry, c.draft_causes as causes, c.created_at as "createdAt", c.updated_at as "updatedAt",
      (select coalesce(json_agg(a.action_text order by a.sort_order), '[]') from campaign_action a where a.campaign_id = c.id) as actions,
      (select coalesce(json_agg(json_build_object('name', v.name, 'url', v.url, 'note', v.note) order by v.sort_order), '[]')
        from campaign_alternative v where v.campaign_id = c.id) as alternatives,
      (select coalesce(json_agg(json_build_object('url', s.url, 'description', s.description) order by s.sort_order), '[]')
        from campaign_source s where s.campaign_id = c.id) as sources
    from campaign c left join target t on t.id = c.target_id where c.creator_id = ${id} and c.status = 'draft' order by c.created_at, c.id`,
  campaignEdits: (id: string) => sql`
    select c.slug as campaign, e.changes, e.created_at as "at" from campaign_edit e join campaign c on c.id = e.campaign_id
    where e.editor_id = ${id} order by e.created_at, e.id`,
  updates: (id: string) => sql`
    select c.slug as campaign, u.title, u.body, u.created_at as "createdAt" from campaign_update u join campaign c on c.id = u.campaign_id
    where u.creator_id = ${id} order by u.created_at, u.id`,
  comments: (id: string) => sql`
    select s.id, ${shownSlug} as campaign, ${shownCommunity} as community, s.post_id as post, s.body, s.created_at as "createdAt", s.updated_at as "updatedAt"
    from comment s left join campaign c on c.id = s.campaign_id left join community_post p on p.id = s.post_id left join community g on g.id = p.community_id
    where s.author_id = ${id} and (s.removed_at is null or s.moderation is not null) order by s.created_at, s.id`,
  likes: (id: string) => sql`
    select ${shownSlug} as campaign, ${shownCommunity} as community, l.comment_id as comment, l.created_at as "at" from comment_like l join comment s on s.id = l.comment_id
    left join campaign c on c.id = s.campaign_id left join community_post p on p.id = s.post_id left join community g on g.id = p.community_id
    where l.person_id = ${id} order by l.created_at, l.comment_id`,
  ownedCommunities: (id: string) => sql`
    select g.id, g.slug, g.name, g.description, g.rules, g.privacy, g.approves_members as "approvesMembers", g.tags, g.discord_url as discord,
      g.twitter_url as twitter, g.website_url as website, g.instagram_url as instagram, g.quick_links as "quickLinks",
      g.created_at as "createdAt", g.updated_at as "updatedAt"
    from community g where g.owner_user_id = ${id} order by g.created_at, g.id`,
  // Includes bans, which people may know about themselves.
  communities: (id: string) => sql`
    select ${shownCommunity} as slug, case when g.moderation is null then g.name end as name, m.role, m.status, m.created_at as since from community_member m join community g on g.id = m.community_id
    where m.person_id = ${id} order by m.created_at, g.id`,
  communityMutes: (id: string) => sql`
    select ${shownCommunity} as community, m.reason, m.created_at as since, m.until from community_mute m join community g on g.id = m.community_id
    where m.person_id = ${id} order by m.created_at, g.id`,
  communityPosts: (id: string) => sql`
    select p.id, ${shownCommunity} as community, p.title, p.body, p.created_at as "createdAt", p.updated_at as "updatedAt"
    from community_post p join community g on g.id = p.community_id where p.author_id = ${id} order by p.created_at, p.id`,
  communityPostLikes: (id: string) => sql`
    select ${shownCommunity} as community, l.post_id as post, l.created_at as "at" from community_post_like l join community_post p on p.id = l.post_id
    join community g on g.id = p.community_id where l.person_id = ${id} order by l.created_at, l.post_id`,
  communityInvites: (id: string) => sql`
    select ${shownCommunity} as community, i.uses, i.created_at as "createdAt", i.expires_at as "expiresAt" from community_invite i
    join community g on g.id = i.community_id where i.created_by = ${id} order by i.created_at, i.id`,
  communityCampaigns: (id: string) => sql`
    select ${shownCommunity} as community, ${shownSlug} as campaign, l.created_at as "at" from community_campaign l join community g on g.id = l.community_id
    join campaign c on c.id = l.campaign_id where l.added_by = ${id} order by l.created_at, g.id, c.id`,
  chatMessages: (id: string) => sql`
    select ${shownSlug} as campaign, m.body, m.created_at as "createdAt" from campaign_chat_message m join campaign c on c.id = m.campaign_id
    where m.author_id = ${id} order by m.created_at, m.id`,
  contactMessages: (id: string) => sql`
    select category, message, email, name, created_at as "sentAt" from contact_submission where user_id = ${id} order by created_at, id`,
  reports: (id: string) => sql`
    select k.subject_kind as kind, k.subject_id as id, o.reason, o.details, o.law, o.notice_name as name, o.notice_email as email,
      o.created_at as "sentAt", o.outcome, o.closed_at as "closedAt"
    from report o join report_case k on k.id = o.case_id where o.reporter_id = ${id} order by o.created_at, o.id`,
  appeals: (id: string) => sql`
    select d.subject_kind as kind, d.subject_id as id, d.state as decision, d.reason, a.body, a.created_at as "sentAt", a.outcome, a.answer, a.decided_at as "decidedAt"
    from moderation_appeal a join recorded_decision d on d.id = a.decision_id where a.author_id = ${id} order by a.created_at, a.id`,
  representations: (id: string) => sql`
    select t.slug as target, r.domain, r.state, r.method, r.created_at as "claimedAt", r.verified_at as "verifiedAt", r.decided_at as "decidedAt"
    from representative r join target t on t.id = r.target_id where r.person_id = ${id} order by r.created_at, r.id`,
  companyStatements: (id: string) => sql`
    select ${shownSlug} as campaign, s.domain, s.body, s.created_at as "postedAt", s.updated_at as "updatedAt" from company_statement s
    join campaign c on c.id = s.campaign_id where s.author_id = ${id} order by s.created_at, s.id`,
  companyRequests: (id: string) => sql`
    select ${shownSlug} as campaign, q.domain, q.created_at as "requestedAt", q.delivered_at as "deliveredAt" from company_request q
    join campaign c on c.id = q.campaign_id where q.requested_by = ${id} order by q.created_at, q.id`,
  pictures: (id: string) => sql`
    select id, purpose, width, height, bytes, is_generated as "isGenerated", created_at as "createdAt",
      '/media/' || id || '-' || case when purpose in ('avatar', 'community_logo') then 512 else least(width, 1920) end || '.webp' as address
    from media where owner_id = ${id} order by created_at, id`,
  sessions: (id: string) => sql`
    select user_agent as browser, ip_address as "networkAddress", created_at as "signedInAt", updated_at as "lastSeenAt", expires_at as "endsAt"
    from auth_session where person_id = ${id} order by created_at, id`,
  notifications: (id: string) => sql`
    select e.type, e.created_at as "at", n.is_read as "isRead" from notification n join notification_event e on e.id = n.event_id
    where n.person_id = ${id} order by n.event_id`,
  // Only the push service's origin: the rest of the endpoint is a secret.
  notifiedBrowsers: (id: string) => sql`
    select substring(endpoint from '^[a-z]+://[^/]+') as service, created_at as since from push_subscription where person_id = ${id} order by created_at, id`,
  notificationMails: (id: string) => sql`
    select day, sent, digest_at as "nextDigest", weekly_at as "nextWeekly" from notification_mailing where person_id = ${id}`,
  waysIn: (id: string) => sql`
    select provider_id as provider, case when provider_id <> 'credential' then account_id end as "accountThere", created_at as since
    from auth_account where person_id = ${id} order by created_at, id`,
}

/** All data about a person as the text of a JSON file, read from one snapshot of the database. */
export function ownDataOf(db: Db, { personId, at }: { personId: string; at: Date }): Promise<string> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { rows } = await sql`
        select id, email, email_verified as "isEmailConfirmed", confirmed_by_link_alone as "isConfirmedByLinkAlone", full_name as "fullName", first_name as "firstName", last_name as "lastName",
          display_name as "displayName", display_username as username,
          coalesce(nullif(bio, ''), (select h.bio from moderated_profile h where h.person_id = person.id), '') as bio,
          (select json_build_object('displayName', h.display_name, 'firstName', h.first_name, 'lastName', h.last_name) from moderated_profile h
            where h.person_id = person.id and h.display_name is not null) as "removedName", avatar_url as avatar, role, created_at as "memberSince",
          counting_from as "countingFrom", updated_at as "updatedAt", pledge_privately as "pledgePrivately", has_dismissed_shown_pledges as "toldOfShownPledges", allow_dms as "allowDirectMessages",
          json_build_object('email', notify_email, 'directMessages', notify_dms, 'campaignUpdates', notify_campaign_updates,
            'recommendations', notify_recommendations) as notifications
        from person where id = ${personId}`.execute(tx)
      const parts = [`"madeAt": ${JSON.stringify(at)}`, `"profile": ${JSON.stringify(rows[0], null, 1)}`]
      // Sequential, because the transaction has only one connection.
      for (const [name, list] of Object.entries(lists)) parts.push(`"${name}": ${JSON.stringify((await list(personId).execute(tx)).rows, null, 1)}`)
      return `{\n${parts.join(',\n')}\n}\n`
    })
}
