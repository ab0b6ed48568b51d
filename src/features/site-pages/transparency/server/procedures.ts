import { implement } from '@orpc/server'
import { reasonProblems } from '#features/moderation/policy.ts'
import { recordDemand } from '#features/moderation/server/public.ts'
import { rules } from '#features/moderation/terms.ts'
import { csvFile } from '#platform/csv.ts'
import { writeAudit } from '#platform/server/audit.ts'
import { inTransaction } from '#platform/server/idempotency.ts'
import { openRecent } from '#platform/server/recent.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { moderatorsOnly } from '#platform/server/roles-only.ts'
import { anyone, type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { normalized } from '#platform/text.ts'
import { type ListedDemand, type Transparency, transparencyContract } from '../contract.ts'
import { refusedProblems } from '../policy.ts'
import { allDemands, transparency } from './queries.ts'

const os = implement(transparencyContract).$context<RequestContext>()

/** The result is the same for everybody, so it is cached for a second, like a page. */
const recent = openRecent<Transparency>(1_000)
const recentDemands = openRecent<ListedDemand[]>(1_000)

const get = os.get.use(anyone).handler(({ context: { db } }) => recent('site', () => transparency(db)))

const appeals = ['appeals', 'appeals_granted', 'appeals_declined', 'appeals_same_person'] as const
const columns = [
  ...(['month', 'hidden', 'removed', 'kept', 'warned', 'restored', 'suspended', 'removed_by_mods', 'kept_by_mods'] as const),
  ...(['demands_government_removed', 'demands_government_refused', 'demands_company_removed', 'demands_company_refused'] as const),
  ...([...appeals, 'pledges_removed', 'pledges_restored', 'pledges_never_counted'] as const),
  ...(['reports', 'median_hours', 'hidden_by_reports', 'held_by_rule'] as const),
]
const whenNull: Partial<Record<(typeof columns)[number], string>> = { pledges_never_counted: 'under 10', median_hours: 'under 5 decisions' }

const csv = os.csv.use(anyone).handler(async ({ context: { db } }) => {
  const { months } = await recent('site', () => transparency(db))
  const rows = months.map((month) => [...columns.map((column) => month[column] ?? whenNull[column] ?? ''), ...rules.map((rule) => month.by_rule[rule])])
  return csvFile('transparency.csv', [[...columns, ...rules.map((rule) => `rule_${rule}`)], ...rows])
})

const demandsCsv = os.demandsCsv.use(anyone).handler(async ({ context: { db } }) => {
  const demands = await recentDemands('site', () => allDemands(db))
  const rows = demands.map(({ month, by, from, about, outcome }) => [month, by ?? '', from, about ?? '', outcome])
  return csvFile('transparency-demands.csv', [['month', 'demanded_by', 'demander', 'about', 'outcome'], ...rows])
})

const campaignsCsv = os.campaignsCsv.use(anyone).handler(async ({ context: { db } }) => {
  const { campaigns } = await recent('site', () => transparency(db))
  const rows = campaigns.map((each) => [each.decided_on, each.decision, each.rule ?? '', each.asked_by ?? '', each.outcome ?? ''])
  return csvFile('transparency-campaigns.csv', [['decided_on', 'decision', 'rule', 'asked_by', 'outcome'], ...rows])
})

const refuseDemand = os
  .use(moderatorsOnly)
  .refuseDemand.use(signedIn)
  .handler(async ({ context: { db, viewer, pagesChanged }, input }) => {
    const { about, reason, ...demand } = input
    refuseFields({ ...reasonProblems(reason), ...refusedProblems(demand) })
    await inTransaction(db, async (tx) => {
      await recordDemand(tx, { demand, subjectKind: about, decisionId: null })
      await writeAudit(tx, { actorId: viewer.id, action: 'demands.refuse', subject: { kind: about ?? 'demand', id: null }, reason: normalized(reason) })
    })
    pagesChanged('/transparency')
    return { recordedAt: new Date() }
  })

export const transparencyProcedures = os.router({ get, csv, demandsCsv, campaignsCsv, refuseDemand })
