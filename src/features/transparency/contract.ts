import { oc } from '@orpc/contract'
import { z } from 'zod'
import { moderationStates, rules } from '#features/moderation/terms.ts'

const Count = z.int().nonnegative()
const Rule = z.enum(rules).nullable().describe('Null for restorations, and for decisions from before there were rules.')

export const TransparencyMonth = z.object({
  month: z.string().describe('YYYY-MM (UTC).'),
  hidden: Count.describe('Decisions of moderators to hide a text for review.'),
  removed: Count.describe('Decisions to remove a text.'),
  restored: Count.describe('Decisions to show a text again.'),
  suspended: Count.describe('Decisions to suspend a person.'),
  pledges_removed: Count.describe('Pledges that had counted and were taken out by corrections.'),
  pledges_restored: Count.describe('Pledges that corrections brought back.'),
  pledges_never_counted: Count.nullable().describe('Pledges made in this month that have never counted. Null if there are fewer than 10.'),
})
export type TransparencyMonth = z.infer<typeof TransparencyMonth>

export const Transparency = z.object({
  months: z.array(TransparencyMonth).describe('The last 24 months, newest first, without empty ones.'),
  by_rule: z
    .array(z.object({ rule: Rule.unwrap(), decisions: Count }))
    .describe('Decisions of the last 12 months to hide or remove, by the rule on which they rest.'),
  campaigns: z
    .array(z.object({ decided_on: z.iso.date(), decision: z.enum(moderationStates), rule: Rule }))
    .describe('The latest 100 decisions about campaigns, newest first.'),
})
export type Transparency = z.infer<typeof Transparency>

const route = { method: 'GET', tags: ['Site'] } as const

export const transparencyContract = {
  get: oc
    .route({ ...route, path: '/transparency', summary: 'Decisions of moderators and corrections of counts, by month' })
    .input(z.strictObject({}).optional())
    .output(Transparency),

  csv: oc
    .route({ ...route, path: '/transparency.csv', summary: 'The months as CSV', outputStructure: 'detailed' })
    .input(z.strictObject({}).optional())
    .output(z.object({ headers: z.object({ 'content-disposition': z.string() }), body: z.file() })),
}
