import type { Db } from '#platform/server/store/open-store.ts'
import { notificationPath } from '../link.ts'
import { campaignUpdateTypes } from '../terms.ts'
import { notificationSubtitle, notificationText } from '../text.ts'
import { notificationsByIds } from './queries.ts'

type Shown = { title: string; body: string; url: string }

/** The text of a push message, from current data; null if the person has read the notification, may no longer see it, or has switched it off. */
export async function pushWords(db: Db, { personId, eventId }: { personId: string; eventId: string }): Promise<Shown | null> {
  const [notification] = await notificationsByIds(db, { personId, eventIds: [eventId] })
  if (!notification || notification.isRead) return null
  if (campaignUpdateTypes.includes(notification.type) && !(await wantsUpdates(db, personId))) return null
  return { title: notificationText(notification), body: notificationSubtitle(notification) ?? '', url: notificationPath(notification) }
}

async function wantsUpdates(db: Db, personId: string): Promise<boolean> {
  const person = await db.selectFrom('person').select('notify_campaign_updates').where('id', '=', personId).executeTakeFirst()
  return person?.notify_campaign_updates ?? false
}
