import { isId } from '#platform/id.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { BellNews } from './bell-news.ts'
import { markAllRead, newestTold } from './read.ts'

type Sent = { personId: string; through: string | null }

/** Marks as read all that somebody saw on a page without JavaScript; what has come since stays unread. */
export async function markAllFromForm({ db, bellNews }: { db: Db; bellNews: BellNews }, { personId, through }: Sent): Promise<void> {
  const last = through && isId(through) ? through : await newestTold(db, personId)
  if (last === null) return
  await markAllRead(db, { personId, through: last })
  bellNews.changed([personId])
}
