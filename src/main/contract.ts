import { accountsContract } from '#features/accounts/contract.ts'
import { campaignsContract } from '#features/campaigns/contract.ts'
import { causesContract } from '#features/causes/contract.ts'
import { commentsContract } from '#features/comments/contract.ts'
import { industriesContract } from '#features/industries/contract.ts'
import { liveStatsContract } from '#features/live-stats/contract.ts'
import { mediaContract } from '#features/media/contract.ts'
import { pledgesContract } from '#features/pledges/contract.ts'
import { targetsContract } from '#features/targets/contract.ts'

/** Every operation of the product. */
export const contract = {
  accounts: accountsContract,
  campaigns: campaignsContract,
  causes: causesContract,
  comments: commentsContract,
  industries: industriesContract,
  liveStats: liveStatsContract,
  media: mediaContract,
  pledges: pledgesContract,
  targets: targetsContract,
}
