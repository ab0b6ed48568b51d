import { sql } from 'kysely'
import type { MailListTokens } from '#features/mail-lists/server/public.ts'
import type { MailList } from '#features/mail-lists/terms.ts'
import type { Letter } from '#platform/server/mail/letter.ts'
import type { Compose, Queued } from '#platform/server/mail/mail-desk.ts'
import { plainText } from '#platform/server/markdown.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Notification } from '../../contract.ts'
import { campaignUpdateTypes } from '../../terms.ts'
import { notificationsByIds } from '../queries.ts'
import { digestLetter, type Places, singleLetter, weeklyLetter } from './letters.ts'
import { takesMail } from './queue.ts'
import { recommendedTo } from './recommend.ts'

const excerptLetters = 400
const digestLooksAt = 500

type Reader = { id: string; email: string; notify_campaign_updates: boolean; notify_recommendations: boolean }

/**
 * Writes mail about notifications when it is sent, as things are then: nothing that its reader may not see any more, has
 * read already or has switched off, and nothing to an address that is not theirs now. Null where nothing is left.
 */
export function composeNotificationMail({ site, tokens }: { site: () => string; tokens: MailListTokens }): Compose {
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
    const list = campaignUpdateTypes.includes(notification.type) ? 'updates' : 'all'
    return singleLetter(notification, { ...placesFor(reader.id, list), excerpt: await excerptOf(db, notification) })
  }

  return async (db, queued) => {
    const { rows } = await sql<Reader>`
      select p.id, p.email, p.notify_campaign_updates, p.notify_recommendations from person p where p.id = ${queued.personId} and ${takesMail}`.execute(db)
    const [reader] = rows
    const letter = reader ? await letterOf(db, queued, reader) : null
    return reader && letter ? { to: reader.email, letter } : null
  }
}

/** Of these what its reader may see, has not read, and wants by mail. */
async function wanted(db: Db, { reader, eventIds }: { reader: Reader; eventIds: readonly string[] }): Promise<Notification[]> {
  const visible = await notificationsByIds(db, { personId: reader.id, eventIds })
  return visible.filter(({ type, isRead }) => !isRead && (reader.notify_campaign_updates || !campaignUpdateTypes.includes(type)))
}

async function waitingFor(db: Db, { id }: Queued, reader: Reader): Promise<Notification[]> {
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

/** What was written, where a mail about it says more than that it was: read by one who may see it, as `notificationsByIds` has found. */
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
