import { isId } from '#platform/id.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { BellNews } from './bell-news.ts'
import { markAllRead, newestNotified } from './read.ts'

type Sent = { personId: string; through: string | null }

/** Handles the form of pages without JavaScript: marks all up to the newest one that the page showed; later ones stay unread. */
export async function markAllFromForm({ db, bellNews }: { db: Db; bellNews: BellNews }, { personId, through }: Sent): Promise<void> {
  const last = through && isId(through) ? through : await newestNotified(db, personId)
  if (last === null) return
  await markAllRead(db, { personId, through: last })
  bellNews.changed([personId])
}
