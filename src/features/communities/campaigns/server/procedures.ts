import { implement } from '@orpc/server'
import { campaignAccess, lockedAccess } from '#features/campaigns/server/public.ts'
import { lockCommunity, requireInside } from '#features/communities/server/public.ts'
import { inTransaction, type Tx } from '#platform/server/idempotency.ts'
import { anyone, type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { communityCampaignsContract } from '../contract.ts'
import { isLinkable, mayLink, mayUnlink } from '../policy.ts'
import { linkLimits } from '../terms.ts'
import { campaignsOf, communitiesBehind } from './queries.ts'

const os = implement(communityCampaignsContract).$context<RequestContext>()

const list = os.list.use(anyone).handler(async ({ context, input, errors }) => {
  const { db, viewer } = context
  const { id: communityId, ...page } = input
  await requireInside(db, { id: communityId, viewer }, errors)
  return campaignsOf(db, { communityId, ...page })
})

const link = os.link.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer, pagesChanged } = context
  const isChanged = await inTransaction(db, async (tx) => {
    // The exclusive lock makes concurrent links run one after another, so that the limit is exact.
    const community = await lockCommunity(tx, { id: input.id, viewer, lock: 'update' })
    if (!community) throw errors.NOT_FOUND()
    if (!mayLink(community)) throw errors.MODERATORS_ONLY()
    const campaign = await lockedAccess(tx, { id: input.campaignId, viewer })
    if (!campaign || !isLinkable(campaign)) throw errors.CAMPAIGN_UNKNOWN()
    const linked = await linkedIds(tx, input.id)
    if (linked.has(input.campaignId)) return false
    if (linked.size >= linkLimits.campaigns) throw errors.TOO_MANY_CAMPAIGNS()
    await tx.insertInto('community_campaign').values({ community_id: input.id, campaign_id: input.campaignId, added_by: viewer.id }).execute()
    return true
  })
  // A campaign's page shows its communities.
  if (isChanged) pagesChanged()
  return input
})

async function linkedIds(tx: Tx, communityId: string): Promise<Set<string>> {
  const rows = await tx.selectFrom('community_campaign').select('campaign_id').where('community_id', '=', communityId).execute()
  return new Set(rows.map((row) => row.campaign_id))
}

const unlink = os.unlink.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer, pagesChanged } = context
  const { numDeletedRows: unlinked } = await inTransaction(db, async (tx) => {
    const community = await lockCommunity(tx, { id: input.id, viewer, lock: 'share' })
    if (!community) throw errors.NOT_FOUND()
    const campaign = await campaignAccess(tx, { id: input.campaignId, viewer })
    if (!mayUnlink({ community, campaign })) throw errors.MODERATORS_ONLY()
    return tx.deleteFrom('community_campaign').where('community_id', '=', input.id).where('campaign_id', '=', input.campaignId).executeTakeFirstOrThrow()
  })
  if (unlinked > 0n) pagesChanged()
  return input
})

const behind = os.behind.use(anyone).handler(async ({ context, input, errors }) => {
  const { db, viewer } = context
  if (!(await campaignAccess(db, { id: input.id, viewer }))) throw errors.NOT_FOUND()
  return { items: await communitiesBehind(db, { campaignId: input.id, viewer }) }
})

export const communityCampaignProcedures = os.router({ list, link, unlink, behind })
