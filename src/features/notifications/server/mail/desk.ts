import { queueReading, type Stoppable, startJob } from '#platform/server/job.ts'
import type { Leadership } from '#platform/server/leader.ts'
import type { Log } from '#platform/server/log.ts'
import type { MailDesk } from '#platform/server/mail/mail-desk.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { handOn } from '../hand-on.ts'
import { giveWeeklyMoments, queueDailyDigests, queueWeeklyDigests } from './digests.ts'
import { mailChannel } from './queue.ts'

const hourMs = 3_600_000

type Given = { store: Store; mail: Pick<MailDesk, 'nudge'>; log: Log; leadership: Leadership }

/** Fills the queue of mail with what is to be said about notifications, in the process that leads. */
export function openNotificationMail({ store: { db }, mail, log, leadership }: Given): Stoppable {
  let stopped = false
  const isStopped = () => stopped
  async function work() {
    const queued = [await handOn({ db, channel: mailChannel, log, isStopped }), await queueDailyDigests(db, isStopped), await queueWeeklyDigests(db, isStopped)]
    if (queued.some((number) => number > 0)) mail.nudge()
  }
  async function giveMoments() {
    let after: string | null = null
    do after = await giveWeeklyMoments(db, after)
    while (after !== null && !stopped)
  }
  const given = { log, leadership }
  const jobs = [
    startJob({ ...given, name: 'notification_mail', ...queueReading, work, failed: 'mail about notifications could not be queued' }),
    startJob({ ...given, name: 'weekly_moments', everyMs: hourMs, work: giveMoments, failed: 'the weekly digests could not be planned', atOnce: true }),
  ]
  return {
    async stop() {
      stopped = true
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}
