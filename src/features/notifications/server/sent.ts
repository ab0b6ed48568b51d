import { sql } from 'kysely'
import type { Log } from '#platform/server/log.ts'
import type { OnSent } from '#platform/server/mail/mail-queue.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { eventsInDigest } from './mail/compose.ts'

const flushMs = 2_000
type Sent = { mails: number; pushes: number }

/**
 * Counts sent mails and push messages for their events. The numbers are written every two seconds, once for each event: many messages of one event
 * are sent at the same time. A failure is logged alone, because the message has been sent. A crash loses the numbers of two seconds.
 */
export function openSentCounts({ db, log }: { db: Db; log: Log }) {
  let counts = new Map<string, Sent>()
  let timer: NodeJS.Timeout | null = null

  function add(eventId: string, kind: keyof Sent): void {
    const sent = counts.get(eventId) ?? { mails: 0, pushes: 0 }
    sent[kind]++
    counts.set(eventId, sent)
    timer ??= setTimeout(() => void flush(), flushMs)
  }

  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    const events = [...counts].map(([id, sent]) => ({ id, ...sent }))
    counts = new Map()
    if (events.length === 0) return
    await sql`
      update notification_event e set mails_sent = e.mails_sent + g.mails, pushes_sent = e.pushes_sent + g.pushes
      from json_to_recordset(${JSON.stringify(events)}::json) as g (id uuid, mails int, pushes int) where e.id = g.id`
      .execute(db)
      .catch((err: unknown) => log.warn({ err }, 'the numbers of sent messages were not stored'))
  }

  return {
    async countMail({ id, kind, personId, eventId }: Parameters<OnSent>[1]): Promise<void> {
      if (personId === null) return
      const ofDigest = kind === 'daily_digest' ? eventsInDigest(db, { mailId: id, personId }) : eventId === null ? [] : [eventId]
      try {
        for (const each of await ofDigest) add(each, 'mails')
      } catch (err) {
        log.warn({ err }, 'a sent mail was not counted')
      }
    },
    countPush: (eventId: string) => add(eventId, 'pushes'),
    /** Writes what has been counted. */
    stop: flush,
  }
}

/** Kinds of content that notifications are about, with the column that names it. */
const columns = { campaign: 'campaign_id', comment: 'comment_id', update: 'update_id', post: 'post_id', community: 'community_id' } as const
type NotifiedKind = keyof typeof columns
const isNotified = (kind: string): kind is NotifiedKind => kind in columns

/**
 * Numbers of bells, mails and push messages about content that have been delivered. Bells that were deleted with age are missing. The
 * notification of a removal does not show what was removed, so it is left out.
 */
export async function deliveredAbout(db: Db, { kind, id }: { kind: string; id: string }): Promise<{ bells: number; mails: number; pushes: number }> {
  if (!isNotified(kind)) return { bells: 0, mails: 0, pushes: 0 }
  const { rows } = await sql<{ bells: number; mails: number; pushes: number }>`
    select coalesce(sum((select count(*) from notification n where n.event_id = e.id)), 0)::int as bells,
      coalesce(sum(e.mails_sent), 0)::int as mails, coalesce(sum(e.pushes_sent), 0)::int as pushes
    from notification_event e where ${sql.ref(`e.${columns[kind]}`)} = ${id}::uuid and e.type <> 'campaign_removed'`.execute(db)
  return rows[0] ?? { bells: 0, mails: 0, pushes: 0 }
}
