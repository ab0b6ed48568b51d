import { m } from '#messages'
import { brand, nouns } from '#platform/brand.ts'
import { formatCount, fullDay } from '#platform/format.ts'
import type { Letter } from '#platform/server/mail/letter.ts'
import type { Notification } from '../../contract.ts'
import { notificationPath } from '../../link.ts'
import type { NotificationType } from '../../terms.ts'
import { notificationSubtitle, notificationText } from '../../text.ts'
import type { Recommended } from './recommend.ts'

/** The site's base URL for the links of a mail, and the unsubscribe URL of its list. */
export type Places = { site: string; unsubscribe: string }

const linesShown = 20

/** A mail about one notification, with an excerpt of the text if there is one. */
export function singleLetter(notification: Notification, { excerpt, ...places }: Places & { excerpt: string | null }): Letter {
  const { type } = notification
  const subtitle = notificationSubtitle(notification)
  return {
    subject: notificationText(notification),
    preheader: excerpt ?? subtitle ?? brand.tagline,
    paragraphs: leadOf(notification, { subtitle, hasExcerpt: excerpt !== null }),
    ...(excerpt === null ? {} : { quote: excerpt }),
    button: { text: openers[type](), href: new URL(notificationPath(notification), places.site).href },
    ...endOf(whys[type](), places),
  }
}

type Lead = { subtitle: string | null; hasExcerpt: boolean }

function leadOf({ type, actor, campaign, community, update, removal }: Notification, { subtitle, hasExcerpt }: Lead): string[] {
  const somebody = actor?.name ?? m.notification_texts_somebody()
  switch (type) {
    case 'campaign_update':
      return update ? [m.nmail_update({ title: update.title })] : []
    case 'campaign_victory':
      return [m.nmail_victory({ campaign: campaign?.title ?? '' })]
    case 'community_join_request':
      return [m.nmail_join_request({ actor: somebody })]
    case 'campaign_removed':
      return [removal ? m.moderation_removed_on({ date: fullDay(removal.removedAt) }) : '', subtitle ?? '', m.nmail_removed()].filter(Boolean)
    case 'count_alarm':
      return [m.nmail_count_alarm()]
    case 'count_corrected':
      return [m.nmail_count_corrected()]
    case 'community_join_approved':
      return [m.nmail_join_approved()]
    case 'community_announcement':
      return subtitle ? [m.nmail_update({ title: subtitle })] : []
    default:
      return [
        ...(subtitle ? [m.nmail_on({ about: subtitle })] : []),
        ...(community ? [m.nmail_in({ community: community.name })] : []),
        ...(hasExcerpt ? [m.nmail_wrote({ actor: somebody })] : []),
      ]
  }
}

/** The daily digest mail, newest first. Lists at most `linesShown` notifications, and states the number of the others. */
export function digestLetter(notifications: readonly Notification[], places: Places): Letter {
  const shown = notifications.slice(0, linesShown)
  const more = notifications.length - shown.length
  const count = notifications.length
  return {
    subject: m.nmail_digest_subject({ count, number: formatCount(count), name: brand.name }),
    preheader: shown.map(notificationText).slice(0, 3).join(' · '),
    paragraphs: [m.nmail_digest_lead()],
    items: shown.map((notification) => ({
      text: notificationText(notification),
      href: new URL(notificationPath(notification), places.site).href,
      note: notificationSubtitle(notification) ?? undefined,
    })),
    button: { text: m.nmail_digest_open(), href: new URL('/notifications', places.site).href },
    ...(more > 0 ? { notes: [m.nmail_digest_more({ count: more, number: formatCount(more) })] } : {}),
    ...endOf(m.nmail_why_digest(), places),
  }
}

/** The weekly digest mail: campaigns that the person may want to join. */
export function weeklyLetter(campaigns: readonly Recommended[], places: Places): Letter {
  return {
    subject: m.nmail_weekly_subject(nouns),
    preheader: campaigns.map(({ title }) => title).join(' · '),
    paragraphs: [m.nmail_weekly_lead()],
    items: campaigns.map(({ slug, title, target, supporters }) => ({
      text: title,
      href: new URL(`/campaigns/${encodeURIComponent(slug)}`, places.site).href,
      note: m.nmail_weekly_item({ target, count: supporters, number: formatCount(supporters) }),
    })),
    button: { text: m.nmail_weekly_open(nouns), href: new URL('/campaigns', places.site).href },
    ...endOf(m.nmail_why_weekly(nouns), places),
  }
}

export function endOf(why: string, { site, unsubscribe }: Places): Pick<Letter, 'chosen' | 'unsubscribe'> {
  const links = [
    { text: m.nmail_preferences(), href: new URL('/settings?tab=notifications', site).href },
    { text: m.nmail_unsubscribe(), href: unsubscribe },
  ]
  return { chosen: { why, links }, unsubscribe }
}

type Words = { [type in NotificationType]: () => string }

const whys: Words = {
  pledge: () => m.nmail_why_creator(nouns),
  campaign_comment: () => m.nmail_why_creator(nouns),
  comment_reply: m.nmail_why_author,
  comment_like: m.nmail_why_author,
  campaign_update: () => m.nmail_why_supporter(nouns),
  campaign_victory: () => m.nmail_why_supporter(nouns),
  campaign_milestone: () => m.nmail_why_supporter(nouns),
  community_comment: m.nmail_why_author,
  community_reply: m.nmail_why_author,
  community_like: m.nmail_why_author,
  community_announcement: m.nmail_why_member,
  community_join_request: m.nmail_why_keeper,
  community_join_approved: m.nmail_why_asked,
  count_alarm: m.nmail_why_moderator,
  count_corrected: m.nmail_why_administrator,
  report_closed: m.nmail_why_reporter,
  queue_waiting: m.nmail_why_moderator,
  content_removed: m.nmail_why_author,
  content_decision: m.nmail_why_author,
  appeal_decided: m.nmail_why_author,
  target_response: () => m.nmail_why_supporter(nouns),
  campaign_removed: () => m.nmail_why_supporter(nouns),
}

const openers: Words = {
  pledge: () => m.nmail_open_campaign(nouns),
  campaign_comment: m.nmail_open_comment,
  comment_reply: m.nmail_open_comment,
  comment_like: m.nmail_open_comment,
  campaign_update: m.nmail_open_update,
  campaign_victory: () => m.nmail_open_campaign(nouns),
  campaign_milestone: () => m.nmail_open_campaign(nouns),
  community_comment: m.nmail_open_comment,
  community_reply: m.nmail_open_comment,
  community_like: m.nmail_open_comment,
  community_announcement: m.nmail_open_announcement,
  community_join_request: m.nmail_open_members,
  community_join_approved: m.nmail_open_community,
  count_alarm: m.nmail_open_joins,
  count_corrected: m.nmail_open_joins,
  report_closed: m.nmail_open_reports,
  queue_waiting: m.nmail_open_queue,
  content_removed: m.nmail_open_statement,
  content_decision: m.nmail_open_statement,
  appeal_decided: m.nmail_open_statement,
  target_response: () => m.nmail_open_campaign(nouns),
  campaign_removed: m.nmail_open_rules,
}
