import type { LiveHub } from '#platform/server/live/hub.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import type { Count } from '../contract.ts'
import { countPerson } from './confirm.ts'
import { countsOf } from './counts.ts'
import { groupCommit } from './group-commit.ts'

/** Where pledges are taken in this process. */
export type PledgeDesk = ReturnType<typeof openPledgeDesk>

/** `onCounted` hears of every batch that changed a count, after its commit. */
export function openPledgeDesk(options: { store: Store; live: LiveHub; onCounted: () => void }) {
  function announce(counts: Map<string, Count>) {
    for (const [campaignId, count] of counts) options.live.announce({ topic: `campaign:${campaignId}`, data: count })
    options.onCounted()
  }
  return {
    ...groupCommit({ pool: options.store.pool, onCounted: announce }),
    /** Counts a person whose address is confirmed, with the pledges that waited for it. Harmless to repeat. */
    async countPerson(personId: string): Promise<void> {
      const { db } = options.store
      const counts = await countsOf(db, await countPerson(db, personId))
      if (counts.size) announce(counts)
    },
  }
}
