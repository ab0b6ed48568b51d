import { join } from 'node:path'
import { startRankJob } from '#features/campaigns/server/jobs.ts'
import { openTallyDesk } from '#features/live-stats/server/public.ts'
import { startMediaSweep } from '#features/media/server/jobs.ts'
import { openMediaDesk } from '#features/media/server/public.ts'
import { openPledgeDesk } from '#features/pledges/server/public.ts'
import type { Config } from '#platform/server/config.ts'
import { postgresLeader, soleLeader } from '#platform/server/leader.ts'
import type { LiveHub } from '#platform/server/live/hub.ts'
import type { Log } from '#platform/server/log.ts'
import { folderStorage } from '#platform/server/storage.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { startSweep } from './sweep.ts'

type Given = { config: Config; store: Store; live: LiveHub; log: Log }

/** The long-lived parts that features work with, and what runs beside the requests. */
export function startBackground({ config, store, live, log }: Given) {
  const leadership = config.databaseUrl ? postgresLeader({ url: config.databaseUrl, log }) : soleLeader
  const tally = openTallyDesk({ store, live, log, leadership })
  const pledges = openPledgeDesk({ store, live, onCounted: tally.nudge })
  const ranks = startRankJob({ store, log, leadership })
  const media = openMediaDesk({ storage: folderStorage(join(config.dataDir, 'media')) })
  const sweep = startSweep({ store, log, leadership })
  const mediaSweep = startMediaSweep({ db: store.db, storage: media.storage, log, leadership })
  return {
    tally,
    pledges,
    media,
    async stop() {
      await pledges.settled()
      await Promise.all([tally.stop(), ranks.stop(), sweep.stop(), mediaSweep.stop()])
      await leadership.stop()
    },
  }
}
