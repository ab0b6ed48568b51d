import { m } from '#messages'
import { formatCount } from '#platform/format.ts'
import type { Notification } from './contract.ts'

/** A piece of the sentence, and whether it is somebody's or something's name: names are set apart from the words around them. */
export type NotificationPiece = { text: string; name: 'actor' | 'campaign' | 'community' | null }

type Spoken = Pick<Notification, 'type' | 'actor' | 'others' | 'number' | 'campaign' | 'community' | 'commentId'>
type Names = { actor: string; campaign: string; community: string }

/** The sentence of a notification, as it stands in a mail's subject or a push message. */
export const notificationText = (spoken: Spoken) => sentence(spoken, namesIn(spoken))

const marks = { actor: '\u0000', campaign: '\u0001', community: '\u0002' } as const
const isMark = /([\0\x01\x02])/

/** The same sentence in pieces, in whatever order a language has them. */
export function notificationPieces(spoken: Spoken): NotificationPiece[] {
  const names = namesIn(spoken)
  const marked = sentence(spoken, marks).split(isMark)
  return marked.filter(Boolean).map((text) => {
    if (text === marks.actor) return { text: names.actor, name: 'actor' }
    if (text === marks.campaign) return { text: names.campaign, name: 'campaign' }
    if (text === marks.community) return { text: names.community, name: 'community' }
    return { text, name: null }
  })
}

/** What it is about, where the sentence does not say it: the update's or post's title, or the campaign's or community's name. Null where nothing is left to say. */
export function notificationSubtitle(given: Spoken & Pick<Notification, 'update' | 'post'>): string | null {
  const said = notificationPieces(given)
  const unless = (name: NotificationPiece['name'], text: string | undefined) => (said.some((piece) => piece.name === name) ? null : text)
  return given.update?.title || given.post?.title || unless('campaign', given.campaign?.title) || unless('community', given.community?.name) || null
}

const namesIn = ({ actor, campaign, community }: Spoken): Names => ({
  actor: actor?.name ?? m.notifications_somebody(),
  campaign: campaign?.title ?? '',
  community: community?.name ?? '',
})

function sentence({ type, others, number, commentId }: Spoken, { actor, campaign, community }: Names): string {
  const group = { actor, count: others, others: formatCount(others) }
  switch (type) {
    case 'pledge':
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
    case 'community_join_approved':
      return m.notifications_community_join_approved({ community })
  }
  function commentLiked() {
    return others > 0 ? m.notifications_comment_like_others(group) : m.notifications_comment_like({ actor })
  }
}
