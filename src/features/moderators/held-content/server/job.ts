import { moderateMessage } from '#features/chat/server/public.ts'
import { moderateComment } from '#features/comments/server/public.ts'
import { moderatePost } from '#features/communities/posts/server/public.ts'
import type { CommunityNews } from '#features/communities/server/public.ts'
import type { DiscussionNews } from '#features/discussion/server/public.ts'
import { type AutomaticDecision, type Decided, takeFromQueue } from '#features/moderation/server/public.ts'
import type { AutomaticKind } from '#features/moderation/terms.ts'
import { moderatePicture } from '#features/moderators/pictures/server/public.ts'
import type { BellNews, NotificationQueue } from '#features/notifications/server/public.ts'
import { reasonText } from '#features/reports/server/public.ts'
import type { ReportReason } from '#features/reports/terms.ts'
import { m } from '#messages'
import { expirePages } from '#platform/server/http/page-changes.ts'
import { inTransaction, type Tx } from '#platform/server/idempotency.ts'
import { type Stoppable, startJob } from '#platform/server/job.ts'
import type { Leadership } from '#platform/server/leader.ts'
import type { LiveHub } from '#platform/server/live/hub.ts'
import type { Log } from '#platform/server/log.ts'
import type { MailQueue } from '#platform/server/mail/mail-queue.ts'
import type { Db, Store } from '#platform/server/store/open-store.ts'
import { openWake } from '#platform/server/wake.ts'
import { heldHours, waitingDays } from '../terms.ts'
import { markOverdue, textsToHide, textsToRelease, textsToReturn } from './due.ts'
import { overdueLetter } from './letter.ts'

type News = { live: LiveHub; discussionNews: DiscussionNews; communityNews: CommunityNews; bellNews: BellNews; notifications: NotificationQueue }

/** Each feature hides and shows its own content. */
const moderate = {
  comment: moderateComment,
  post: moderatePost,
  chat_message: moderateMessage,
  picture: moderatePicture,
} satisfies Record<AutomaticKind, (tx: Tx, decision: AutomaticDecision) => Promise<Decided<News>>>

type Due = { kind: AutomaticKind; decision: AutomaticDecision; also?: (tx: Tx) => Promise<unknown> }

async function apply(db: Db, { kind, decision, also }: Due, news: News): Promise<void> {
  const decided = await inTransaction(db, async (tx) => {
    const decided: Decided<News> = await moderate[kind](tx, decision)
    if (typeof decided !== 'string') await also?.(tx)
    return decided
  })
  if (typeof decided === 'string') return
  expirePages(news.live, '/')
  decided.publish(news)
}

const isAny = (rows: readonly unknown[]) => rows.length > 0

/** Hides texts of new people that enough members have reported. They are urgent in the moderators' queue. */
async function hideReported(db: Db, news: News): Promise<void> {
  for (const { kind, id, rule, reasons } of await textsToHide(db)) {
    const isDue = async (tx: Tx) => isAny(await textsToHide(tx, { id }))
    const decision: AutomaticDecision = { id, state: 'hidden_by_reports', rule, reason: reportedText(reasons), isDue }
    const also = (tx: Tx) => tx.updateTable('report_case').set({ is_urgent: true }).where('subject_kind', '=', kind).where('subject_id', '=', id).execute()
    await apply(db, { kind, decision, also }, news)
  }
}

/** Shows texts again that a moderator has kept, or at which nobody has looked in time. */
async function releaseHeld(db: Db, news: News): Promise<void> {
  for (const { kind, id, isKept, isWaiting } of await textsToRelease(db)) {
    const isDue = async (tx: Tx) => isAny(await textsToRelease(tx, { id }))
    const reason = isKept ? m.held_released_kept() : isWaiting ? m.held_released_unmoderated() : m.held_released_time({ hours: heldHours })
    await apply(db, { kind, decision: { id, state: 'released', rule: 'other', reason, isDue } }, news)
  }
}

/** Gives texts that have waited too long back to their authors, and takes them out of the queue. */
async function returnWaiting(db: Db, news: News): Promise<void> {
  for (const { kind, id, rule } of await textsToReturn(db)) {
    const isDue = async (tx: Tx) => isAny(await textsToReturn(tx, { id }))
    const decision: AutomaticDecision = { id, state: 'returned', rule, reason: m.held_returned({ days: waitingDays }), isDue }
    await apply(db, { kind, decision, also: (tx) => takeFromQueue(tx, { kind, id }) }, news)
  }
}

type Mailing = { mail: Pick<MailQueue, 'add' | 'runSoon'>; site: () => string }

/** Mails the administrators, once for each text, that dangerous content is still hidden and nobody has looked. */
export async function mailOverdue(db: Db, { mail, site }: Mailing): Promise<void> {
  const number = await inTransaction(db, async (tx) => {
    const number = await markOverdue(tx)
    if (number === 0) return 0
    const admins = await tx
      .selectFrom('person')
      .select('email')
      .where('role', '=', 'admin')
      .where('deleted_at', 'is', null)
      .where('suspended_at', 'is', null)
      .execute()
    for (const { email } of admins) if (email) await mail.add(tx, overdueLetter(email, { number, site: site() }))
    return number
  })
  if (number > 0) mail.runSoon()
}

/** The reasons that the reports name, for the author. */
const reportedText = (reasons: readonly ReportReason[]) => m.held_reported_as({ reasons: reasons.map((reason) => `“${reasonText(reason)}”`).join(', ') })

type Options = Omit<News, 'notifications'> & Mailing & { store: Store; log: Log; leadership: Leadership; onRecorded: () => void }

/** The job hides and shows texts by the reports about them, once a minute. `runSoon` runs it now, in the leader: after a report or a decision. */
export function openHeldContentJob({ store, log, leadership, mail, site, onRecorded, ...others }: Options): Stoppable & { runSoon: () => void } {
  const news = { ...others, notifications: { runSoon: onRecorded } }
  const job = startJob({
    name: 'held_content',
    everyMs: 60_000,
    async work() {
      await hideReported(store.db, news)
      await releaseHeld(store.db, news)
      await returnWaiting(store.db, news)
      await mailOverdue(store.db, { mail, site })
    },
    failed: 'hiding and showing reported texts failed',
    log,
    leadership,
  })
  const wake = openWake({ live: news.live, name: 'held content', start: job.runSoon })
  return {
    runSoon: wake.wake,
    stop() {
      wake.stop()
      return job.stop()
    },
  }
}
