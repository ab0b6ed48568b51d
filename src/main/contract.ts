import { accountsContract } from '#features/accounts/contract.ts'
import { campaignsContract } from '#features/campaigns/contract.ts'
import { causesContract } from '#features/causes/contract.ts'
import { chatContract } from '#features/chat/contract.ts'
import { commentsContract } from '#features/comments/contract.ts'
import { contactContract } from '#features/contact/contract.ts'
import { dashboardContract } from '#features/dashboard/contract.ts'
import { industriesContract } from '#features/industries/contract.ts'
import { leavingContract } from '#features/leaving/contract.ts'
import { liveStatsContract } from '#features/live-stats/contract.ts'
import { mediaContract } from '#features/media/contract.ts'
import { pledgesContract } from '#features/pledges/contract.ts'
import { profilesContract } from '#features/profiles/contract.ts'
import { searchContract } from '#features/search/contract.ts'
import { settingsContract } from '#features/settings/contract.ts'
import { subjectsContract } from '#features/subjects/contract.ts'
import { supportersContract } from '#features/supporters/contract.ts'
import { targetsContract } from '#features/targets/contract.ts'
import { updatesContract } from '#features/updates/contract.ts'

/** Every operation of the product. */
export const contract = {
  accounts: accountsContract,
  campaigns: campaignsContract,
  causes: causesContract,
  chat: chatContract,
  comments: commentsContract,
  contact: contactContract,
  dashboard: dashboardContract,
  industries: industriesContract,
  leaving: leavingContract,
  liveStats: liveStatsContract,
  media: mediaContract,
  pledges: pledgesContract,
  profiles: profilesContract,
  search: searchContract,
  settings: settingsContract,
  subjects: subjectsContract,
  supporters: supportersContract,
  targets: targetsContract,
  updates: updatesContract,
}
