import type { LiveHub } from '#platform/server/live/hub.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import type { Count } from '../contract.ts'
import { groupCommit } from './group-commit.ts'

/** Where pledges are taken in this process. */
export type PledgeDesk = ReturnType<typeof openPledgeDesk>

/** `onCounted` hears of every batch that changed a count, after its commit. */
export function openPledgeDesk(options: { store: Store; live: LiveHub; onCounted: () => void }) {
  function announce(counts: Map<string, Count>) {
    for (const [campaignId, count] of counts) options.live.announce({ topic: `campaign:${campaignId}`, data: count })
    options.onCounted()
  }
  return groupCommit({ pool: options.store.pool, onCounted: announce })
}
