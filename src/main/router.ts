import { implement } from '@orpc/server'
import { accountProcedures } from '#features/accounts/server/procedures.ts'
import { campaignProcedures } from '#features/campaigns/server/procedures.ts'
import { causeProcedures } from '#features/causes/server/procedures.ts'
import { chatProcedures } from '#features/chat/server/procedures.ts'
import { commentProcedures } from '#features/comments/server/procedures.ts'
import { contactProcedures } from '#features/contact/server/procedures.ts'
import { dashboardProcedures } from '#features/dashboard/server/procedures.ts'
import { industryProcedures } from '#features/industries/server/procedures.ts'
import { leavingProcedures } from '#features/leaving/server/procedures.ts'
import { liveStatsProcedures } from '#features/live-stats/server/procedures.ts'
import { mediaProcedures } from '#features/media/server/procedures.ts'
import { pledgeProcedures } from '#features/pledges/server/procedures.ts'
import { profileProcedures } from '#features/profiles/server/procedures.ts'
import { searchProcedures } from '#features/search/server/procedures.ts'
import { settingsProcedures } from '#features/settings/server/procedures.ts'
import { subjectProcedures } from '#features/subjects/server/procedures.ts'
import { supporterProcedures } from '#features/supporters/server/procedures.ts'
import { targetProcedures } from '#features/targets/server/procedures.ts'
import { updateProcedures } from '#features/updates/server/procedures.ts'
import type { AppContext } from './context.ts'
import { contract } from './contract.ts'

/** The implementation of every operation in `contract`. */
export const router = implement(contract).$context<AppContext>().router({
  accounts: accountProcedures,
  campaigns: campaignProcedures,
  causes: causeProcedures,
  chat: chatProcedures,
  comments: commentProcedures,
  contact: contactProcedures,
  dashboard: dashboardProcedures,
  industries: industryProcedures,
  leaving: leavingProcedures,
  liveStats: liveStatsProcedures,
  media: mediaProcedures,
  pledges: pledgeProcedures,
  profiles: profileProcedures,
  search: searchProcedures,
  settings: settingsProcedures,
  subjects: subjectProcedures,
  supporters: supporterProcedures,
  targets: targetProcedures,
  updates: updateProcedures,
})
