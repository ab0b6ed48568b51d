import { startRankJob } from '#features/campaigns/server/jobs.ts'
import { startPostsWeek } from '#features/communities/posts/server/jobs.ts'
import { openCommunityNews } from '#features/communities/server/public.ts'
import { startSummaryJob } from '#features/directory/server/jobs.ts'
import { openDiscussionNews } from '#features/discussion/server/public.ts'
import { startMediaSweep } from '#features/media/server/jobs.ts'
import { openDrawing, openMediaStore } from '#features/media/server/public.ts'
import { openStatementTokens, startRemovalJob, statementLetters } from '#features/moderators/appeals/server/public.ts'
import { openHeldContentJob } from '#features/moderators/held-content/server/public.ts'
import { startSuspensionEnd } from '#features/moderators/people/server/public.ts'
import { openMailListTokens } from '#features/notifications/mail-lists/server/public.ts'
import {
  composeNotificationMail,
  openBellNews,
  openNotificationMail,
  openNotificationQueue,
  pushWords,
  recordEvent,
  startPushing,
} from '#features/notifications/server/public.ts'
import { openInvalidationJob, startCountAlarm } from '#features/pledges/corrections/server/jobs.ts'
import { startCountSnapshots } from '#features/pledges/count/server/jobs.ts'
import { openHeldPledgesJob } from '#features/pledges/holding/server/job.ts'
import { openJoinSignals } from '#features/pledges/holding/server/signals.ts'
import { startQuietSteps } from '#features/pledges/quiet/server/job.ts'
import { startDailyLists } from '#features/pledges/receipts/server/jobs.ts'
import { openAddressKey, openPledgeWriter, startResumedPledges } from '#features/pledges/server/public.ts'
import { openTallyJob } from '#features/pledges/tallies/server/public.ts'
import { openPushSender } from '#features/push/server/public.ts'
import { recordDelivery } from '#features/replies/server/public.ts'
import { startReportJobs } from '#features/reports/server/public.ts'
import { secretWeakness } from '#platform/server/auth-secret.ts'
import type { Config } from '#platform/server/config.ts'
import { isPrivateAddress } from '#platform/server/http/client-address.ts'
import { keepJobRuns } from '#platform/server/job-runs.ts'
import { type Leadership, neverLeader, postgresLeader } from '#platform/server/leader.ts'
import type { LiveHub } from '#platform/server/live/hub.ts'
import type { Log } from '#platform/server/log.ts'
import { openDelivery } from '#platform/server/mail/deliver.ts'
import { openMailQueue } from '#platform/server/mail/mail-queue.ts'
import type { FileStorage } from '#platform/server/storage.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { openWake } from '#platform/server/wake.ts'
import { startAnalyzing } from './analyze-grown.ts'
import { startNightlyBackups } from './operations/nightly-backup.ts'
import { startSweep } from './sweep.ts'

type Options = { config: Config; store: Store; storage: FileStorage; live: LiveHub; log: Log; site: () => string }

type JobParts = { store: Store; log: Log; leadership: Leadership; onRecorded: () => void }

const startSlowJobs = ({ onRecorded, ...parts }: JobParts) => [
  startSweep(parts),
  startAnalyzing(parts),
  startRemovalJob({ ...parts, onRecorded }),
  startPostsWeek(parts),
]

/** Starts the long-lived components that features use, and the background tasks. */
export function startBackground({ config, store, storage, live, log, site }: Options) {
  const leadership = leadershipOf({ config, store, log })
  const bellNews = openBellNews({ db: store.db, live, log })
  const notifications = openNotificationQueue({ store, news: bellNews, log, leadership })
  const wakeDelivery = openWake({ live, name: 'notifications', start: notifications.runSoon })
  const tally = openTallyJob({ store, live, log, leadership, onRecorded: wakeDelivery.wake })
  const pledges = openPledgeWriter({
    store,
    live,
    addressKey: openAddressKey(config.authSecret, config.previousSecrets),
    signalOf: openJoinSignals({ db: store.db, isExempt: isPrivateAddress }),
    onCounted: tally.runSoon,
  })
  const invalidations = openInvalidationJob({ store, addressKey: pledges.addressKey, log, leadership, onCounted: pledges.announceCounts })
  const heldPledges = openHeldPledgesJob({ store, log, leadership, onCounted: pledges.announceCounts })
  const countAlarm = startCountAlarm({ store, log, leadership, onRecorded: wakeDelivery.wake })
  function runBoth() {
    invalidations.runSoon()
    heldPledges.runSoon()
  }
  const wakeInvalidations = openWake({ live, name: 'invalidations', start: runBoth })
  const ranks = startRankJob({ store, log, leadership })
  const digests = startSummaryJob({ store, log, leadership })
  const countJobs = [
    ...[startCountSnapshots({ store, log, leadership }), startDailyLists({ store, log, leadership })],
    startQuietSteps({ store, log, leadership, onMoved: pledges.announceCounts }),
    startResumedPledges({ store, countPerson: pledges.countPerson, log, leadership }),
  ]
  const media = openMediaStore({ storage, secret: config.authSecret, draw: config.openai && openDrawing({ ...config.openai, log }) })
  const discussionNews = openDiscussionNews({ db: store.db, live, log })
  const communityNews = openCommunityNews({ db: store.db, live, log })
  const suspensionEnd = startSuspensionEnd({ store, live, discussionNews, communityNews, bellNews, tally, log, leadership })
  const push = openPushSender({ config, store, compose: pushWords, log, leadership })
  const pushing = startPushing({ store, push, log, leadership })
  const slowJobs = startSlowJobs({ store, log, leadership, onRecorded: wakeDelivery.wake })
  const mediaSweep = startMediaSweep({ db: store.db, storage, log, leadership })
  // A weak secret is left out, because anybody could forge a link with it.
  const previousSecrets = config.previousSecrets.filter((secret) => secretWeakness(secret) === null)
  const mailListTokens = openMailListTokens(config.authSecret, previousSecrets)
  const statementTokens = openStatementTokens({ db: store.db, secret: config.authSecret, previous: previousSecrets })
  const compose = composeNotificationMail({ site, tokens: mailListTokens, statementLetter: statementLetters(statementTokens) })
  const mail = openMailQueue({ store, delivery: openDelivery(config), compose, onSent: recordDelivery, site, log, leadership })
  const reports = startReportJobs({
    ...{ store, mail, log, leadership, onRecorded: wakeDelivery.wake },
    record: (tx, waiting) => recordEvent(tx, { type: 'queue_waiting', ...waiting }),
  })
  const heldContent = openHeldContentJob({ store, live, discussionNews, communityNews, bellNews, mail, site, log, leadership, onRecorded: wakeDelivery.wake })
  const wakeMail = openWake({ live, name: 'mail', start: config.runsJobs ? mail.runSoon : () => {} })
  const notificationMail = openNotificationMail({ store, mail, log, leadership })
  const backups = config.backups ? startNightlyBackups({ store, storage, dataDir: config.dataDir, log, leadership }) : null
  const jobRuns = keepJobRuns({ db: store.db, log })
  return {
    tally,
    pledges,
    invalidations: { runSoon: wakeInvalidations.wake },
    heldContent,
    media,
    // With the jobs off, another process sends the mail.
    mail: config.runsJobs ? mail : { ...mail, runSoon: wakeMail.wake },
    mailListTokens,
    statementTokens,
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
        heldPledges.stop(),
        heldContent.stop(),
        countAlarm.stop(),
        suspensionEnd.stop(),
        ranks.stop(),
        digests.stop(),
        ...countJobs.map((job) => job.stop()),
        ...slowJobs.map((job) => job.stop()),
        mediaSweep.stop(),
        notifications.stop(),
        bellNews.stop(),
        pushing.stop(),
        push.stop(),
        reports.stop(),
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
