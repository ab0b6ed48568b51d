import { sql } from 'kysely'
import { m } from '#messages'
import type { Letter } from '#platform/server/mail/letter.ts'
import type { Compose, Queued } from '#platform/server/mail/mail-queue.ts'
import { plainText } from '#platform/server/markdown.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Notification } from '../../contract.ts'
import type { MailListTokens } from '../../mail-lists/server/public.ts'
import type { MailList } from '../../mail-lists/terms.ts'
import { campaignUpdateTypes } from '../../terms.ts'
import { notificationsByIds } from '../queries.ts'
import { digestLetter, endOf, type Places, singleLetter, weeklyLetter } from './letters.ts'
import { takesMailOf } from './queue.ts'
import { recommendedTo } from './recommend.ts'

const excerptLetters = 400
const digestLooksAt = 500

type Reader = { id: string; email: string; notify_campaign_updates: boolean; notify_recommendations: boolean }

/** `statementLetter` composes the mail about a moderator's decision, which the feature of decisions words. */
type Composing = {
  site: () => string
  tokens: MailListTokens
  statementLetter: (db: Db, about: { decisionId: string; personId: string; isAppealDecided: boolean; site: string }) => Promise<Letter | null>
}

/**
 * Composes mail about notifications at the time of sending, from current data, for the recipient's current address. Leaves out
 * notifications that the recipient may no longer see, has read, or has switched off. Null if nothing is left.
 */
export function composeNotificationMail({ site, tokens, statementLetter }: Composing): Compose {
  function placesFor(personId: string, list: MailList): Places {
    return { site: site(), unsubscribe: `${site()}/unsubscribe/${tokens.make({ personId, list })}` }
  }

  async function letterOf(db: Db, queued: Queued, reader: Reader): Promise<Letter | null> {
    if (queued.kind === 'daily_digest') {
      const notifications = await waitingFor(db, queued, reader)
      return notifications.length > 0 ? digestLetter(notifications, placesFor(reader.id, 'all')) : null
    }
    if (queued.kind === 'weekly_digest') {
      const campaigns = reader.notify_recommendations ? await recommendedTo(db, reader.id) : []
      return campaigns.length > 0 ? weeklyLetter(campaigns, placesFor(reader.id, 'recommendations')) : null
    }
    const [notification] = queued.eventId === null ? [] : await wanted(db, { reader, eventIds: [queued.eventId] })
    if (!notification) return null
    if (notification.decision) {
      const { id: decisionId } = notification.decision
      const letter = await statementLetter(db, { decisionId, personId: reader.id, isAppealDecided: notification.type === 'appeal_decided', site: site() })
      return letter && { ...letter, ...endOf(m.nmail_why_author(), placesFor(reader.id, 'all')) }
    }
    const list = campaignUpdateTypes.includes(notification.type) ? 'updates' : 'all'
    return singleLetter(notification, { ...placesFor(reader.id, list), excerpt: await excerptOf(db, notification) })
  }

  return async (db, queued) => {
    const { rows } = await sql<Reader>`
      select p.id, p.email, p.notify_campaign_updates, p.notify_recommendations from person p where p.id = ${queued.personId} and ${takesMailOf(queued.kind)}`.execute(
      db,
    )
    const [reader] = rows
    const letter = reader ? await letterOf(db, queued, reader) : null
    return reader && letter ? { to: reader.email, letter } : null
  }
}

/** The notifications that the reader may see, has not read, and wants by mail. */
async function wanted(db: Db, { reader, eventIds }: { reader: Reader; eventIds: readonly string[] }): Promise<Notification[]> {
  const visible = await notificationsByIds(db, { personId: reader.id, eventIds })
  return visible.filter(({ type, isRead }) => !isRead && (reader.notify_campaign_updates || !campaignUpdateTypes.includes(type)))
}

async function waitingFor(db: Db, { id }: Pick<Queued, 'id'>, reader: Reader): Promise<Notification[]> {
  const rows = await db
    .selectFrom('notification_digest')
    .select('event_id')
    .where('mail_id', '=', id)
    .orderBy('event_id', 'desc')
    .limit(digestLooksAt)
    .execute()
  const notifications = await wanted(db, { reader, eventIds: rows.map(({ event_id }) => event_id) })
  return notifications.sort((one, other) => (one.id < other.id ? 1 : -1))
}

/** The text that the mail quotes; null for types without one. The caller has checked with `notificationsByIds` that the recipient may see it. */
async function excerptOf(db: Db, { id, type }: Notification): Promise<string | null> {
  const written = {
    campaign_comment: sql`s.body_html`,
    comment_reply: sql`s.body_html`,
    community_comment: sql`s.body_html`,
    community_reply: sql`s.body_html`,
    campaign_update: sql`u.body_html`,
    campaign_victory: sql`c.outcome_html`,
    community_announcement: sql`p.body_html`,
    pledge: null,
    comment_like: null,
    campaign_milestone: null,
    community_like: null,
    community_join_request: null,
    community_join_approved: null,
    count_alarm: null,
    count_corrected: null,
    report_closed: null,
    queue_waiting: null,
    content_removed: null,
    content_decision: null,
    appeal_decided: null,
    target_response: null,
    campaign_removed: null,
  }[type]
  if (written === null) return null
  const { rows } = await sql<{ html: string | null }>`
    select ${written} as html from notification_event e
    left join campaign c on c.id = e.campaign_id
    left join campaign_update u on u.id = e.update_id
    left join community_post p on p.id = e.post_id
    left join comment s on s.id = e.comment_id
    where e.id = ${id}`.execute(db)
  return plainText(rows[0]?.html ?? '', excerptLetters) || null
}
