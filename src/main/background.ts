import { startRankJob } from '#features/campaigns/server/jobs.ts'
import { openDiscussionNews } from '#features/comments/discussion/server/public.ts'
import { openCommunityNews } from '#features/communities/server/public.ts'
import { startPostsWeek } from '#features/community-posts/server/jobs.ts'
import { startSummaryJob } from '#features/directory/server/jobs.ts'
import { startMediaSweep } from '#features/media/server/jobs.ts'
import { openDrawing, openMediaStore } from '#features/media/server/public.ts'
import { openMailListTokens } from '#features/notifications/mail-lists/server/public.ts'
import {
  composeNotificationMail,
  openBellNews,
  openNotificationMail,
  openNotificationQueue,
  pushWords,
  startPushing,
} from '#features/notifications/server/public.ts'
import { startSuspensionEnd } from '#features/people/server/public.ts'
import { openInvalidationJob, startCountAlarm } from '#features/pledges/corrections/server/jobs.ts'
import { startCountSnapshots } from '#features/pledges/count/server/jobs.ts'
import { openAddressKey, openPledgeWriter } from '#features/pledges/server/public.ts'
import { openPushSender } from '#features/push/server/public.ts'
import { openTallyJob } from '#features/tallies/server/public.ts'
import { secretWeakness } from '#platform/server/auth-secret.ts'
import type { Config } from '#platform/server/config.ts'
import { keepJobRuns } from '#platform/server/job-runs.ts'
import { type Leadership, neverLeader, postgresLeader } from '#platform/server/leader.ts'
import type { LiveHub } from '#platform/server/live/hub.ts'
import type { Log } from '#platform/server/log.ts'
import { openDelivery } from '#platform/server/mail/deliver.ts'
import { openMailQueue } from '#platform/server/mail/mail-queue.ts'
import type { FileStorage } from '#platform/server/storage.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { openWake } from '#platform/server/wake.ts'
import { startNightlyBackups } from './operations/nightly-backup.ts'
import { startSweep } from './sweep.ts'

type Options = { config: Config; store: Store; storage: FileStorage; live: LiveHub; log: Log; site: () => string }

/** Starts the long-lived components that features use, and the background tasks. */
export function startBackground({ config, store, storage, live, log, site }: Options) {
  const leadership = leadershipOf({ config, store, log })
  const bellNews = openBellNews({ db: store.db, live, log })
  const notifications = openNotificationQueue({ store, news: bellNews, log, leadership })
  const wakeDelivery = openWake({ live, name: 'notifications', start: notifications.runSoon })
  const tally = openTallyJob({ store, live, log, leadership, onRecorded: wakeDelivery.wake })
  const pledges = openPledgeWriter({ store, live, addressKey: openAddressKey(config.authSecret, config.previousSecrets), onCounted: tally.runSoon })
  const invalidations = openInvalidationJob({ store, live, log, leadership, onCounted: tally.runSoon })
  const countAlarm = startCountAlarm({ store, log, leadership, onRecorded: wakeDelivery.wake })
  const wakeInvalidations = openWake({ live, name: 'invalidations', start: invalidations.runSoon })
  const ranks = startRankJob({ store, log, leadership })
  const digests = startSummaryJob({ store, log, leadership })
  const countSnapshots = startCountSnapshots({ store, log, leadership })
  const media = openMediaStore({ storage, secret: config.authSecret, draw: config.openai && openDrawing({ ...config.openai, log }) })
  const discussionNews = openDiscussionNews({ db: store.db, live, log })
  const communityNews = openCommunityNews({ db: store.db, live, log })
  const suspensionEnd = startSuspensionEnd({ store, live, discussionNews, communityNews, bellNews, tally, log, leadership })
  const push = openPushSender({ config, store, compose: pushWords, log, leadership })
  const pushing = startPushing({ store, push, log, leadership })
  const postsWeek = startPostsWeek({ store, log, leadership })
  const sweep = startSweep({ store, log, leadership })
  const mediaSweep = startMediaSweep({ db: store.db, storage, log, leadership })
  const mailListTokens = openMailListTokens(
    config.authSecret,
    // A weak secret is left out, because anybody could forge a link with it.
    config.previousSecrets.filter((secret) => secretWeakness(secret) === null),
  )
  const compose = composeNotificationMail({ site, tokens: mailListTokens })
  const mail = openMailQueue({ store, delivery: openDelivery(config), compose, site, log, leadership })
  const wakeMail = openWake({ live, name: 'mail', start: config.runsJobs ? mail.runSoon : () => {} })
  const notificationMail = openNotificationMail({ store, mail, log, leadership })
  const backups = config.backups ? startNightlyBackups({ store, storage, dataDir: config.dataDir, log, leadership }) : null
  const jobRuns = keepJobRuns({ db: store.db, log })
  return {
    tally,
    pledges,
    invalidations: { runSoon: wakeInvalidations.wake },
    media,
    // With the jobs off, another process sends the mail.
    mail: config.runsJobs ? mail : { ...mail, runSoon: wakeMail.wake },
    mailListTokens,
    discussionNews,
    communityNews,
    notifications: { runSoon: wakeDelivery.wake },
    bellNews,
    suspensionEnd,
    push,
    async stop() {
      wakeDelivery.stop()
      wakeMail.stop()
      wakeInvalidations.stop()
      await pledges.settled()
      await Promise.all([
        tally.stop(),
        invalidations.stop(),
        countAlarm.stop(),
        suspensionEnd.stop(),
        ranks.stop(),
        digests.stop(),
        countSnapshots.stop(),
        sweep.stop(),
        mediaSweep.stop(),
        notifications.stop(),
        bellNews.stop(),
        pushing.stop(),
        push.stop(),
        postsWeek.stop(),
        backups?.stop(),
        // The job that fills the queue stops before the one that empties it.
        notificationMail.stop().then(mail.stop),
      ])
      // Stopped after the others, because it records their runs until now.
      await jobRuns.stop()
      await leadership.stop()
    },
  }
}

/** A process with its jobs off never becomes the leader. */
const leadershipOf = ({ config, store, log }: { config: Config; store: Store; log: Log }): Leadership =>
  config.runsJobs ? postgresLeader({ connection: store.connection, log }) : neverLeader
