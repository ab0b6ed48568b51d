import { startRankJob } from '#features/campaigns/server/jobs.ts'
import { openCommentDesk } from '#features/comments/server/public.ts'
import { openTallyDesk } from '#features/live-stats/server/public.ts'
import { startMediaSweep } from '#features/media/server/jobs.ts'
import { openDrawing, openMediaDesk } from '#features/media/server/public.ts'
import { openAddressKey, openPledgeDesk } from '#features/pledges/server/public.ts'
import { startDigestJob } from '#features/subjects/server/jobs.ts'
import { openTalkDesk } from '#features/talk/server/public.ts'
import type { Config } from '#platform/server/config.ts'
import { postgresLeader, soleLeader } from '#platform/server/leader.ts'
import type { LiveHub } from '#platform/server/live/hub.ts'
import type { Log } from '#platform/server/log.ts'
import { openDelivery } from '#platform/server/mail/deliver.ts'
import { openMailDesk } from '#platform/server/mail/mail-desk.ts'
import type { FileStorage } from '#platform/server/storage.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { startAnalyzing } from './analyze.ts'
import { startSweep } from './sweep.ts'

type Given = { config: Config; store: Store; storage: FileStorage; live: LiveHub; log: Log; site: () => string }

/** The long-lived parts that features work with, and what runs beside the requests. */
export function startBackground({ config, store, storage, live, log, site }: Given) {
  const leadership = config.databaseUrl ? postgresLeader({ url: config.databaseUrl, log }) : soleLeader
  const tally = openTallyDesk({ store, live, log, leadership })
  const pledges = openPledgeDesk({ store, live, addressKey: openAddressKey(config.authSecret), onCounted: tally.nudge })
  const ranks = startRankJob({ store, log, leadership })
  const digests = startDigestJob({ store, log, leadership })
  const media = openMediaDesk({ storage, draw: config.openai && openDrawing({ ...config.openai, log }) })
  const talk = openTalkDesk({ db: store.db, live, log })
  const sweep = startSweep({ store, log, leadership })
  const mediaSweep = startMediaSweep({ db: store.db, storage, log, leadership })
  const mail = openMailDesk({ store, delivery: openDelivery(config), site, log, leadership })
  const analyzing = startAnalyzing({ store, log })
  return {
    tally,
    pledges,
    media,
    mail,
    talk,
    comments: openCommentDesk(store.pool),
    async stop() {
      await pledges.settled()
      await Promise.all([tally.stop(), ranks.stop(), digests.stop(), sweep.stop(), mediaSweep.stop(), talk.stop(), analyzing.stop(), mail.stop()])
      await leadership.stop()
    },
  }
}
