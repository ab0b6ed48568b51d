import { accountsContract } from '#features/accounts/contract.ts'
import { campaignsContract } from '#features/campaigns/contract.ts'
import { causesContract } from '#features/causes/contract.ts'
import { chatContract } from '#features/chat/contract.ts'
import { commentsContract } from '#features/comments/contract.ts'
import { communitiesContract } from '#features/communities/contract.ts'
import { communityCampaignsContract } from '#features/community-campaigns/contract.ts'
import { communityMembersContract } from '#features/community-members/contract.ts'
import { communityPostsContract } from '#features/community-posts/contract.ts'
import { contactContract } from '#features/contact/contract.ts'
import { dashboardContract } from '#features/dashboard/contract.ts'
import { industriesContract } from '#features/industries/contract.ts'
import { jobsContract } from '#features/jobs/contract.ts'
import { leavingContract } from '#features/leaving/contract.ts'
import { liveStatsContract } from '#features/live-stats/contract.ts'
import { mailListsContract } from '#features/mail-lists/contract.ts'
import { mediaContract } from '#features/media/contract.ts'
import { notificationsContract } from '#features/notifications/contract.ts'
import { pledgesContract } from '#features/pledges/contract.ts'
import { profilesContract } from '#features/profiles/contract.ts'
import { pushContract } from '#features/push/contract.ts'
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
  communities: communitiesContract,
  communityCampaigns: communityCampaignsContract,
  communityMembers: communityMembersContract,
  communityPosts: communityPostsContract,
  contact: contactContract,
  dashboard: dashboardContract,
  industries: industriesContract,
  jobs: jobsContract,
  leaving: leavingContract,
  liveStats: liveStatsContract,
  mailLists: mailListsContract,
  media: mediaContract,
  notifications: notificationsContract,
  pledges: pledgesContract,
  profiles: profilesContract,
  push: pushContract,
  search: searchContract,
  settings: settingsContract,
  subjects: subjectsContract,
  supporters: supportersContract,
  targets: targetsContract,
  updates: updatesContract,
}
