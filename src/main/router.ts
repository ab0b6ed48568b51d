import { accountProcedures } from '#features/accounts/server/procedures.ts'
import { causeProcedures } from '#features/causes/server/procedures.ts'
import { industryProcedures } from '#features/industries/server/procedures.ts'
import { liveStatsProcedures } from '#features/live-stats/server/procedures.ts'
import { targetProcedures } from '#features/targets/server/procedures.ts'

/** The implementation of every operation in `contract`. */
export const router = {
  accounts: accountProcedures,
  causes: causeProcedures,
  industries: industryProcedures,
  liveStats: liveStatsProcedures,
  targets: targetProcedures,
}
