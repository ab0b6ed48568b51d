import { m } from '#messages'
import { formatCount } from '#platform/format.ts'
import type { Notification } from './contract.ts'

/** A part of the sentence. `name` is set for a name, which is styled differently from the other words. */
export type NotificationPiece = { text: string; name: 'actor' | 'campaign' | 'community' | null }

type SentenceInput = Pick<Notification, 'type' | 'actor' | 'others' | 'number' | 'campaign' | 'community' | 'commentId'>
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

/** Title of the update or post, else name of the campaign or community unless the sentence contains it. Null if there is none. */
export function notificationSubtitle(given: SentenceInput & Pick<Notification, 'update' | 'post'>): string | null {
  const said = notificationPieces(given)
  const unless = (name: NotificationPiece['name'], text: string | undefined) => (said.some((piece) => piece.name === name) ? null : text)
  return given.update?.title || given.post?.title || unless('campaign', given.campaign?.title) || unless('community', given.community?.name) || null
}

const namesIn = ({ actor, campaign, community }: SentenceInput): Names => ({
  actor: actor?.name ?? m.notifications_somebody(),
  campaign: campaign?.title ?? '',
  community: community?.name ?? '',
})

function sentence({ type, actor: named, others, number, commentId }: SentenceInput, { actor, campaign, community }: Names): string {
  const group = { actor, count: others, others: formatCount(others) }
  switch (type) {
    case 'pledge':
      if (named === null) return m.notifications_pledge_people({ count: others + 1, number: formatCount(others + 1), campaign })
      return others > 0 ? m.notifications_pledge_others({ ...group, campaign }) : m.notifications_pledge({ actor, campaign })
    case 'campaign_comment':
      return m.notifications_campaign_comment({ actor, campaign })
    case 'comment_reply':
    case 'community_reply':
      return m.notifications_comment_reply({ actor })
    case 'comment_like':
      return commentLiked()
    case 'community_like':
      if (commentId) return commentLiked()
      return others > 0 ? m.notifications_post_like_others(group) : m.notifications_post_like({ actor })
    case 'campaign_update':
      return m.notifications_campaign_update({ actor, campaign })
    case 'campaign_victory':
      return m.notifications_campaign_victory({ campaign })
    case 'campaign_milestone':
      return m.notifications_campaign_milestone({ campaign, count: number ?? 1, number: formatCount(number ?? 1) })
    case 'community_comment':
      return m.notifications_community_comment({ actor })
    case 'community_announcement':
      return m.notifications_community_announcement({ community })
    case 'community_join_request':
      return m.notifications_community_join_request({ actor, community })
    case 'count_alarm':
      return m.notifications_count_alarm({ campaign, number: formatCount(number ?? 1) })
    case 'community_join_approved':
      return m.notifications_community_join_approved({ community })
  }
  function commentLiked() {
    return others > 0 ? m.notifications_comment_like_others(group) : m.notifications_comment_like({ actor })
  }
}
