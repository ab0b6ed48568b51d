import type { Tx } from '#platform/server/idempotency.ts'
import type { LiveHub } from '#platform/server/live/hub.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import type { Count } from '../contract.ts'
import type { AddressKey } from './address-key.ts'
import { countPerson } from './confirm.ts'
import { countsOf } from './counts.ts'
import { groupCommit, type PledgeRequest, takeWithin } from './group-commit.ts'

/** Takes the pledges of this process. */
export type PledgeWriter = ReturnType<typeof openPledgeWriter>

type PledgeByEmail = Omit<PledgeRequest, 'addressKeys'> & { email: string | null }

/** `onCounted` is called after the commit of every batch that changed a count. */
export function openPledgeWriter(options: { store: Store; live: LiveHub; addressKey: AddressKey; onCounted: () => void }) {
  const { addressKey } = options
  function announce(counts: Map<string, Count>) {
    for (const [campaignId, count] of counts) options.live.announce({ topic: `campaign:${campaignId}`, data: count })
    options.onCounted()
  }
  const { take, ...commits } = groupCommit({ pool: options.store.pool, onCounted: announce })
  return {
    ...commits,
    addressKey,
    take: ({ email, ...ask }: PledgeByEmail) => take({ ...ask, addressKeys: addressKey(email, ask.campaignId) }),
    /** Takes one pledge in the transaction that creates its person. Returns a function to call after the commit. */
    async takeWithin(tx: Tx, { email, ...ask }: PledgeByEmail): Promise<() => void> {
      const count = await takeWithin(tx, { ...ask, addressKeys: addressKey(email, ask.campaignId) })
      return () => count && announce(new Map([[ask.campaignId, count]]))
    },
    /** Counts a person whose address is confirmed, together with the unconfirmed pledges. Idempotent. */
    async countPerson(personId: string): Promise<void> {
      const { db } = options.store
      const counts = await countsOf(db, await countPerson(db, { personId, addressKey }))
      if (counts.size) announce(counts)
    },
  }
}
