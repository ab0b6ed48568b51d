import type { ReportOutcome } from '#features/moderation/terms.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { formatCount, fullDay } from '#platform/format.ts'
import type { Notification } from './contract.ts'

/** A part of the sentence. `name` is set for a name, which is styled differently from the other words. */
export type NotificationPiece = { text: string; name: 'actor' | 'campaign' | 'community' | null }

type SentenceInput = Pick<Notification, 'type' | 'actor' | 'others' | 'number' | 'campaign' | 'community' | 'commentId' | 'outcome' | 'decision' | 'removal'>
type Names = { actor: string; campaign: string; community: string }

/** The sentence of a notification, for a mail's subject or a push message. */
export const notificationText = (spoken: SentenceInput) => sentence(spoken, namesIn(spoken))

const marks = { actor: '\u0000', campaign: '\u0001', community: '\u0002' } as const
const isMark = /([\0\x01\x02])/

/** The same sentence in parts, in the word order of the language. */
export function notificationPieces(spoken: SentenceInput): NotificationPiece[] {
  const names = namesIn(spoken)
  const marked = sentence(spoken, marks).split(isMark)
  return marked.filter(Boolean).map((text) => {
    if (text === marks.actor) return { text: names.actor, name: 'actor' }
    if (text === marks.campaign) return { text: names.campaign, name: 'campaign' }
    if (text === marks.community) return { text: names.community, name: 'community' }
    return { text, name: null }
  })
}

/**
 * The title of the update or post, or the reason of a removal. Without one, the name of the campaign or community, unless the notification's sentence already contains it. Null if
 * there is none.
 */
export function notificationSubtitle(given: SentenceInput & Pick<Notification, 'update' | 'post'>): string | null {
  const said = notificationPieces(given)
  const unless = (name: NotificationPiece['name'], text: string | undefined) => (said.some((piece) => piece.name === name) ? null : text)
  return (
    given.removal?.reason ||
    given.update?.title ||
    given.post?.title ||
    unless('campaign', given.campaign?.title) ||
    unless('community', given.community?.name) ||
    null
  )
}

const namesIn = ({ actor, campaign, community }: SentenceInput): Names => ({
  actor: actor?.name ?? m.notification_texts_somebody(),
  campaign: campaign?.title ?? '',
  community: community?.name ?? '',
})

const reportEnds: Record<ReportOutcome, () => string> = {
  kept: m.notification_texts_report_kept,
  hidden: m.notification_texts_report_hidden,
  removed: m.notification_texts_report_removed,
  settled: m.notification_texts_report_settled,
  gone: m.notification_texts_report_gone,
}

function sentence(
  { type, actor: named, campaign: about, others, number, commentId, outcome, decision, removal }: SentenceInput,
  { actor, campaign, community }: Names,
): string {
  const group = { actor, count: others, others: formatCount(others) }
  switch (type) {
    case 'pledge':
      if (named === null) return m.notification_texts_pledge_people({ count: others + 1, number: formatCount(others + 1), campaign })
      return others > 0 ? m.notification_texts_pledge_others({ ...group, campaign }) : m.notification_texts_pledge({ actor, campaign })
    case 'campaign_comment':
      return m.notification_texts_campaign_comment({ actor, campaign })
    case 'comment_reply':
    case 'community_reply':
      return m.notification_texts_comment_reply({ actor })
    case 'comment_like':
      return commentLiked()
    case 'community_like':
      if (commentId) return commentLiked()
      return others > 0 ? m.notification_texts_post_like_others(group) : m.notification_texts_post_like({ actor })
    case 'campaign_update':
      return m.notification_texts_campaign_update({ actor, campaign })
    case 'campaign_victory':
      return m.notification_texts_campaign_victory({ campaign })
    case 'target_response':
      return m.notification_texts_target_response({ campaign })
    case 'campaign_removed':
      return removal ? m.notification_texts_campaign_removed({ ...nouns, date: fullDay(removal.joinedAt) }) : m.notification_texts_campaign_removed_once(nouns)
    case 'campaign_milestone':
      return m.notification_texts_campaign_milestone({ campaign, count: number ?? 1, number: formatCount(number ?? 1) })
    case 'community_comment':
      return m.notification_texts_community_comment({ actor })
    case 'community_announcement':
      return m.notification_texts_community_announcement({ community })
    case 'community_join_request':
      return m.notification_texts_community_join_request({ actor, community })
    case 'count_alarm':
      return m.notification_texts_count_alarm({ campaign, number: formatCount(number ?? 1) })
    case 'count_corrected':
      return about ? m.notification_texts_count_corrected({ actor, campaign }) : m.notification_texts_counts_corrected({ actor, ...nouns })
    case 'queue_waiting':
      return m.notification_texts_queue_waiting({ count: number ?? 1, number: formatCount(number ?? 1) })
    case 'report_closed':
      return reportEnds[outcome ?? 'settled']()
    case 'content_removed':
      return m.notification_texts_content_removed()
    case 'content_decision':
      if (decision?.outcome === 'hidden_by_organizer') return m.notification_texts_content_hidden_by_organizer(nouns)
      if (decision?.outcome === 'hidden_by_reports') return m.notification_texts_content_hidden_by_reports()
      if (decision?.outcome === 'returned') return m.notification_texts_content_returned()
      if (decision?.outcome === 'suspended') return m.notification_texts_suspended()
      if (decision?.outcome === 'warned') return m.notification_texts_content_warned()
      return decision?.outcome === 'hidden' ? m.notification_texts_content_hidden() : m.notification_texts_content_restored()
    case 'appeal_decided':
      return decision?.outcome === 'granted' ? m.notification_texts_appeal_granted() : m.notification_texts_appeal_declined()
    case 'community_join_approved':
      return m.notification_texts_community_join_approved({ community })
  }
  function commentLiked() {
    return others > 0 ? m.notification_texts_comment_like_others(group) : m.notification_texts_comment_like({ actor })
  }
}
