import { queueReading, type Stoppable, startJob } from '#platform/server/job.ts'
import type { Leadership } from '#platform/server/leader.ts'
import type { Log } from '#platform/server/log.ts'
import type { MailQueue } from '#platform/server/mail/mail-queue.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { enqueueChannels } from '../enqueue-channels.ts'
import { giveWeeklyMoments, queueDailyMails, queueWeeklyMails } from './digest-mails.ts'
import { mailChannel } from './queue.ts'

const hourMs = 3_600_000

type Options = { store: Store; mail: Pick<MailQueue, 'runSoon'>; log: Log; leadership: Leadership }

/** Runs the jobs that enqueue mail about notifications, in the leader process. */
export function openNotificationMail({ store: { db }, mail, log, leadership }: Options): Stoppable {
  async function queueSingleMails(stopping: AbortSignal) {
    if ((await enqueueChannels({ db, channel: mailChannel, log, isStopped: () => stopping.aborted })) > 0) mail.runSoon()
  }
  async function queueDigests(stopping: AbortSignal) {
    const isStopped = () => stopping.aborted
    const queued = [await queueDailyMails(db, isStopped), await queueWeeklyMails(db, isStopped)]
    if (queued.some((number) => number > 0)) mail.runSoon()
  }
  async function giveMoments(stopping: AbortSignal) {
    let after: string | null = null
    do after = await giveWeeklyMoments(db, after)
    while (after !== null && !stopping.aborted)
  }
  const given = { log, leadership }
  const jobs = [
    startJob({ ...given, name: 'notification_mail', ...queueReading, work: queueSingleMails, failed: 'mail about notifications could not be queued' }),
    // Digests are planned by the hour, so they may start some seconds late.
    startJob({ ...given, name: 'digest_mail', everyMs: 10 * queueReading.everyMs, work: queueDigests, failed: 'the digests could not be queued' }),
    startJob({ ...given, name: 'weekly_moments', everyMs: hourMs, work: giveMoments, failed: 'the weekly digests could not be planned', atOnce: true }),
  ]
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}
