import { accountsContract } from '#features/accounts/contract.ts'
import { campaignsContract } from '#features/campaigns/contract.ts'
import { supportersContract } from '#features/campaigns/growth/contract.ts'
import { chatContract } from '#features/chat/contract.ts'
import { commentsContract } from '#features/comments/contract.ts'
import { communityCampaignsContract } from '#features/communities/campaigns/contract.ts'
import { communitiesContract } from '#features/communities/contract.ts'
import { communityMembersContract } from '#features/communities/members/contract.ts'
import { communityPostsContract } from '#features/communities/posts/contract.ts'
import { dashboardContract } from '#features/dashboard/contract.ts'
import { causesContract } from '#features/directory/causes/contract.ts'
import { subjectsContract } from '#features/directory/contract.ts'
import { industriesContract } from '#features/directory/industries/contract.ts'
import { entriesContract } from '#features/directory/review/contract.ts'
import { targetsContract } from '#features/directory/targets/contract.ts'
import { mediaContract } from '#features/media/contract.ts'
import { switchesContract } from '#features/moderation/switches/contract.ts'
import { appealsContract } from '#features/moderators/appeals/contract.ts'
import { communityReportsContract } from '#features/moderators/community-reports/contract.ts'
import { peopleContract } from '#features/moderators/people/contract.ts'
import { picturesContract } from '#features/moderators/pictures/contract.ts'
import { notificationsContract } from '#features/notifications/contract.ts'
import { mailListsContract } from '#features/notifications/mail-lists/contract.ts'
import { jobsContract } from '#features/operator/contract.ts'
import { pledgesContract } from '#features/pledges/contract.ts'
import { correctionsContract } from '#features/pledges/corrections/contract.ts'
import { countContract } from '#features/pledges/count/contract.ts'
import { receiptsContract } from '#features/pledges/receipts/contract.ts'
import { liveStatsContract } from '#features/pledges/tallies/contract.ts'
import { profilesContract } from '#features/profiles/contract.ts'
import { pushContract } from '#features/push/contract.ts'
import { repliesContract } from '#features/replies/contract.ts'
import { reportsContract } from '#features/reports/contract.ts'
import { queueContract } from '#features/reports/queue/contract.ts'
import { searchContract } from '#features/search/contract.ts'
import { settingsContract } from '#features/settings/contract.ts'
import { leavingContract } from '#features/settings/leaving/contract.ts'
import { contactContract } from '#features/site-pages/contact/contract.ts'
import { transparencyContract } from '#features/site-pages/transparency/contract.ts'
import { blocksContract } from '#features/trust/blocks/contract.ts'
import { updatesContract } from '#features/updates/contract.ts'

/** Every operation of the product. */
export const contract = {
  accounts: accountsContract,
  appeals: appealsContract,
  blocks: blocksContract,
  campaigns: campaignsContract,
  causes: causesContract,
  chat: chatContract,
  comments: commentsContract,
  communities: communitiesContract,
  communityCampaigns: communityCampaignsContract,
  communityMembers: communityMembersContract,
  communityPosts: communityPostsContract,
  communityReports: communityReportsContract,
  contact: contactContract,
  corrections: correctionsContract,
  count: countContract,
  dashboard: dashboardContract,
  industries: industriesContract,
  jobs: jobsContract,
  leaving: leavingContract,
  liveStats: liveStatsContract,
  mailLists: mailListsContract,
  media: mediaContract,
  notifications: notificationsContract,
  people: peopleContract,
  pictures: picturesContract,
  pledges: pledgesContract,
  profiles: profilesContract,
  push: pushContract,
  queue: queueContract,
  receipts: receiptsContract,
  replies: repliesContract,
  entries: entriesContract,
  reports: reportsContract,
  search: searchContract,
  settings: settingsContract,
  subjects: subjectsContract,
  supporters: supportersContract,
  switches: switchesContract,
  targets: targetsContract,
  transparency: transparencyContract,
  updates: updatesContract,
}
