import { implement } from '@orpc/server'
import { accountProcedures } from '#features/accounts/server/procedures.ts'
import { supporterProcedures } from '#features/campaigns/growth/server/procedures.ts'
import { campaignProcedures } from '#features/campaigns/server/procedures.ts'
import { chatProcedures } from '#features/chat/server/procedures.ts'
import { commentProcedures } from '#features/comments/server/procedures.ts'
import { communityCampaignProcedures } from '#features/communities/campaigns/server/procedures.ts'
import { communityMemberProcedures } from '#features/communities/members/server/procedures.ts'
import { communityPostProcedures } from '#features/communities/posts/server/procedures.ts'
import { communityProcedures } from '#features/communities/server/procedures.ts'
import { dashboardProcedures } from '#features/dashboard/server/procedures.ts'
import { causeProcedures } from '#features/directory/causes/server/procedures.ts'
import { industryProcedures } from '#features/directory/industries/server/procedures.ts'
import { entryReviewProcedures } from '#features/directory/review/server/procedures.ts'
import { entryProcedures } from '#features/directory/server/procedures.ts'
import { targetProcedures } from '#features/directory/targets/server/procedures.ts'
import { mediaProcedures } from '#features/media/server/procedures.ts'
import { switchProcedures, unlessReadOnly } from '#features/moderation/switches/server/procedures.ts'
import { appealProcedures } from '#features/moderators/appeals/server/procedures.ts'
import { communityReportProcedures } from '#features/moderators/community-reports/server/procedures.ts'
import { peopleProcedures } from '#features/moderators/people/server/procedures.ts'
import { pictureProcedures } from '#features/moderators/pictures/server/procedures.ts'
import { mailListProcedures } from '#features/notifications/mail-lists/server/procedures.ts'
import { notificationProcedures } from '#features/notifications/server/procedures.ts'
import { jobProcedures } from '#features/operator/server/procedures.ts'
import { correctionProcedures } from '#features/pledges/corrections/server/procedures.ts'
import { countProcedures } from '#features/pledges/count/server/procedures.ts'
import { receiptProcedures } from '#features/pledges/receipts/server/procedures.ts'
import { pledgeProcedures } from '#features/pledges/server/procedures.ts'
import { liveStatsProcedures } from '#features/pledges/tallies/server/procedures.ts'
import { profileProcedures } from '#features/profiles/server/procedures.ts'
import { pushProcedures } from '#features/push/server/procedures.ts'
import { replyProcedures } from '#features/replies/server/procedures.ts'
import { queueProcedures } from '#features/reports/queue/server/procedures.ts'
import { reportProcedures } from '#features/reports/server/procedures.ts'
import { searchProcedures } from '#features/search/server/procedures.ts'
import { leavingProcedures } from '#features/settings/leaving/server/procedures.ts'
import { settingsProcedures } from '#features/settings/server/procedures.ts'
import { contactProcedures } from '#features/site-pages/contact/server/procedures.ts'
import { transparencyProcedures } from '#features/site-pages/transparency/server/procedures.ts'
import { blockProcedures } from '#features/trust/blocks/server/procedures.ts'
import { updateProcedures } from '#features/updates/server/procedures.ts'
import type { AppContext } from './context.ts'
import { contract } from './contract.ts'

/** The implementation of every operation in `contract`. */
export const router = implement(contract).$context<AppContext>().use(unlessReadOnly).router({
  accounts: accountProcedures,
  appeals: appealProcedures,
  blocks: blockProcedures,
  campaigns: campaignProcedures,
  causes: causeProcedures,
  chat: chatProcedures,
  comments: commentProcedures,
  communities: communityProcedures,
  communityCampaigns: communityCampaignProcedures,
  communityMembers: communityMemberProcedures,
  communityPosts: communityPostProcedures,
  communityReports: communityReportProcedures,
  contact: contactProcedures,
  corrections: correctionProcedures,
  count: countProcedures,
  dashboard: dashboardProcedures,
  industries: industryProcedures,
  jobs: jobProcedures,
  leaving: leavingProcedures,
  liveStats: liveStatsProcedures,
  mailLists: mailListProcedures,
  media: mediaProcedures,
  notifications: notificationProcedures,
  people: peopleProcedures,
  pictures: pictureProcedures,
  pledges: pledgeProcedures,
  profiles: profileProcedures,
  push: pushProcedures,
  queue: queueProcedures,
  receipts: receiptProcedures,
  replies: replyProcedures,
  entries: entryReviewProcedures,
  reports: reportProcedures,
  search: searchProcedures,
  settings: settingsProcedures,
  subjects: entryProcedures,
  supporters: supporterProcedures,
  switches: switchProcedures,
  targets: targetProcedures,
  transparency: transparencyProcedures,
  updates: updateProcedures,
})
