import type { Tx } from '#platform/server/idempotency.ts'
import type { LiveHub } from '#platform/server/live/hub.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import type { Count } from '../contract.ts'
import type { AddressKey } from './address-key.ts'
import { countPerson } from './confirm.ts'
import { countsOf } from './counts.ts'
import { type Ask, groupCommit } from './group-commit.ts'
import { keepAddress } from './leave.ts'

/** Where pledges are taken in this process. */
export type PledgeDesk = ReturnType<typeof openPledgeDesk>

/** `onCounted` hears of every batch that changed a count, after its commit. */
export function openPledgeDesk(options: { store: Store; live: LiveHub; addressKey: AddressKey; onCounted: () => void }) {
  const { addressKey } = options
  function announce(counts: Map<string, Count>) {
    for (const [campaignId, count] of counts) options.live.announce({ topic: `campaign:${campaignId}`, data: count })
    options.onCounted()
  }
  const { take, ...commits } = groupCommit({ pool: options.store.pool, onCounted: announce })
  return {
    ...commits,
    addressKey,
    take: ({ email, ...ask }: Omit<Ask, 'addressKeys'> & { email: string | null }) => take({ ...ask, addressKeys: addressKey(email) }),
    /** What counted under an address that its person gives up for another. The person is held by the transaction. */
    keepAddress: (tx: Tx, { personId, email }: { personId: string; email: string }) => keepAddress(tx, { personId, addressKeys: addressKey(email) }),
    /** Counts a person whose address is confirmed, with the pledges that waited for it. Harmless to repeat. */
    async countPerson(personId: string): Promise<void> {
      const { db } = options.store
      const counts = await countsOf(db, await countPerson(db, { personId, addressKey }))
      if (counts.size) announce(counts)
    },
  }
}
