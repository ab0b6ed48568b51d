import { startRankJob } from '#features/campaigns/server/jobs.ts'
import { openCommentDesk } from '#features/comments/server/public.ts'
import { openCommunityNews } from '#features/communities/server/public.ts'
import { startPostsWeek } from '#features/community-posts/server/jobs.ts'
import { openTallyDesk } from '#features/live-stats/server/public.ts'
import { openMailListTokens } from '#features/mail-lists/server/public.ts'
import { startMediaSweep } from '#features/media/server/jobs.ts'
import { openDrawing, openMediaDesk } from '#features/media/server/public.ts'
import {
  composeNotificationMail,
  openBellNews,
  openNotificationDesk,
  openNotificationMail,
  pushWords,
  startPushing,
} from '#features/notifications/server/public.ts'
import { openAddressKey, openPledgeDesk } from '#features/pledges/server/public.ts'
import { openPushDesk } from '#features/push/server/public.ts'
import { startDigestJob } from '#features/subjects/server/jobs.ts'
import { openTalkDesk } from '#features/talk/server/public.ts'
import { secretWeakness } from '#platform/server/auth-secret.ts'
import type { Config } from '#platform/server/config.ts'
import { keepJobRuns } from '#platform/server/job-runs.ts'
import { type Leadership, neverLeader, postgresLeader } from '#platform/server/leader.ts'
import type { LiveHub } from '#platform/server/live/hub.ts'
import type { Log } from '#platform/server/log.ts'
import { openDelivery } from '#platform/server/mail/deliver.ts'
import { openMailDesk } from '#platform/server/mail/mail-desk.ts'
import type { FileStorage } from '#platform/server/storage.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { openWake } from '#platform/server/wake.ts'
import { startNightlyBackups } from './operations/nightly-backup.ts'
import { startSweep } from './sweep.ts'

type Given = { config: Config; store: Store; storage: FileStorage; live: LiveHub; log: Log; site: () => string }

/** The long-lived parts that features work with, and what runs beside the requests. */
export function startBackground({ config, store, storage, live, log, site }: Given) {
  const leadership = leadershipOf({ config, store, log })
  const bellNews = openBellNews({ db: store.db, live, log })
  const notifications = openNotificationDesk({ store, news: bellNews, log, leadership })
  const wakeDelivery = openWake({ live, name: 'notifications', start: notifications.nudge })
  const tally = openTallyDesk({ store, live, log, leadership, onNoted: wakeDelivery.wake })
  const pledges = openPledgeDesk({ store, live, addressKey: openAddressKey(config.authSecret, config.previousSecrets), onCounted: tally.nudge })
  const ranks = startRankJob({ store, log, leadership })
  const digests = startDigestJob({ store, log, leadership })
  const media = openMediaDesk({ storage, secret: config.authSecret, draw: config.openai && openDrawing({ ...config.openai, log }) })
  const talk = openTalkDesk({ db: store.db, live, log })
  const communityNews = openCommunityNews({ db: store.db, live, log })
  const push = openPushDesk({ config, store, compose: pushWords, log, leadership })
  const pushing = startPushing({ store, push, log, leadership })
  const postsWeek = startPostsWeek({ store, log, leadership })
  const sweep = startSweep({ store, log, leadership })
  const mediaSweep = startMediaSweep({ db: store.db, storage, log, leadership })
  const mailListTokens = openMailListTokens(
    config.authSecret,
    // With a weak one anybody could make a link.
    config.previousSecrets.filter((secret) => secretWeakness(secret) === null),
  )
  const compose = composeNotificationMail({ site, tokens: mailListTokens })
  const mail = openMailDesk({ store, delivery: openDelivery(config), compose, site, log, leadership })
  const wakeMail = openWake({ live, name: 'mail', start: config.runsJobs ? mail.nudge : () => {} })
  const notificationMail = openNotificationMail({ store, mail, log, leadership })
  const backups = config.backups ? startNightlyBackups({ store, storage, dataDir: config.dataDir, log, leadership }) : null
  const jobRuns = keepJobRuns({ db: store.db, log })
  return {
    tally,
    pledges,
    media,
    // Where the jobs are off, another process sends.
    mail: config.runsJobs ? mail : { ...mail, nudge: wakeMail.wake },
    mailListTokens,
    talk,
    communityNews,
    notifications: { nudge: wakeDelivery.wake },
    bellNews,
    push,
    comments: openCommentDesk(store.pool),
    async stop() {
      wakeDelivery.stop()
      wakeMail.stop()
      await pledges.settled()
      await Promise.all([
        tally.stop(),
        ranks.stop(),
        digests.stop(),
        sweep.stop(),
        mediaSweep.stop(),
        notifications.stop(),
        bellNews.stop(),
        pushing.stop(),
        push.stop(),
        postsWeek.stop(),
        backups?.stop(),
        // What fills the queue, before what empties it.
        notificationMail.stop().then(mail.stop),
      ])
      // Last: it writes down what the others did until now.
      await jobRuns.stop()
      await leadership.stop()
    },
  }
}

/** A process with its jobs off never leads. */
const leadershipOf = ({ config, store, log }: { config: Config; store: Store; log: Log }): Leadership =>
  config.runsJobs ? postgresLeader({ connection: store.connection, log }) : neverLeader
