import type { Tx } from '#platform/server/idempotency.ts'
import type { LiveHub } from '#platform/server/live/hub.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import type { Count } from '../contract.ts'
import type { JoinCaller, JoinSignal } from '../holding/server/signals.ts'
import { type AddressKey, pledgeKeysOf } from './address-key.ts'
import { countPerson } from './confirm.ts'
import { countsOf } from './counts.ts'
import { groupCommit, type PledgeRequest, takeWithin } from './group-commit.ts'

/** Stores the pledges that this process receives. */
export type PledgeWriter = ReturnType<typeof openPledgeWriter>

/** `caller` describes the client that sends the request; without it the pledge is never held. */
type PledgeByEmail = Omit<PledgeRequest, 'keys' | 'signal'> & { email: string | null; caller?: JoinCaller }

type SignalOf = (joining: { caller: JoinCaller; email: string | null }) => Promise<JoinSignal | null>

/** `onCounted` is called after the commit of every batch that changed a count. */
export function openPledgeWriter(options: { store: Store; live: LiveHub; addressKey: AddressKey; signalOf: SignalOf; onCounted: () => void }) {
  const { addressKey } = options
  const complete = async ({ email, caller, ...request }: PledgeByEmail): Promise<PledgeRequest> => ({
    ...request,
    keys: pledgeKeysOf(addressKey, { email, ...request }),
    signal: caller ? await options.signalOf({ caller, email }) : null,
  })
  function announce(counts: Map<string, Count>) {
    for (const [campaignId, count] of counts) options.live.announce({ topic: `campaign:${campaignId}`, data: count })
    options.onCounted()
  }
  /** Publishes the current counts of campaigns, except those that count quietly. */
  async function announceCounts(campaignIds: string[]): Promise<void> {
    const counts = await countsOf(options.store.db, campaignIds)
    if (counts.size) announce(counts)
  }
  const { take, ...commits } = groupCommit({ pool: options.store.pool, onCounted: announce })
  return {
    ...commits,
    addressKey,
    take: async (request: PledgeByEmail) => take(await complete(request)),
    /** Stores one pledge in the transaction that creates its person. Returns a function to call after the commit. */
    async takeWithin(tx: Tx, request: PledgeByEmail): Promise<() => void> {
      const count = await takeWithin(tx, await complete(request))
      return () => count && announce(new Map([[request.campaignId, count]]))
    },
    /** Counts a person whose address is confirmed, together with the unconfirmed pledges. Idempotent. */
    async countPerson(personId: string): Promise<void> {
      await announceCounts(await countPerson(options.store.db, { personId, addressKey }))
    },
    announceCounts,
  }
}
