import { oc } from '@orpc/contract'
import { z } from 'zod'
import { DemandInput, PublicDemand } from '#features/moderation/contract.ts'
import { contentKinds, decisionStates, demandCodes, moderationCodes, rules } from '#features/moderation/terms.ts'
import { FileAnswer } from '#platform/csv.ts'
import { fieldRefusals, notFound } from '#platform/refusal.ts'

const Count = z.int().nonnegative()
const Rule = z.enum(rules).nullable().describe('Null for restorations, for kept content, and for decisions from before there were rules.')

const month = z.string().describe('YYYY-MM (UTC).')

export const TransparencyMonth = z.object({
  month,
  hidden: Count.describe('Decisions of moderators to hide a text for review.'),
  removed: Count.describe('Decisions to remove a text.'),
  kept: Count.describe('Decisions to keep what was reported.'),
  warned: Count.describe('Warnings to authors whose text stayed.'),
  restored: Count.describe('Decisions to show a text again.'),
  suspended: Count.describe('Decisions to suspend a person.'),
  by_rule: z.record(z.enum(rules), Count).describe('Decisions of moderators to hide, remove or warn, by the rule on which they rest.'),
  reports: Count.describe('Reports that people and visitors sent.'),
  median_hours: z.number().nonnegative().nullable().describe('From a report to its decision, by the month of the decision. Null if there were fewer than 5.'),
  hidden_by_reports: Count.describe(
    'Texts that the reports of several people hid until a moderator looked. No moderator decided, so they are not in `hidden`.',
  ),
  held_by_rule: Count.describe('Texts of new people that a rule held back until a moderator looked. They are not in `hidden`.'),
  removed_by_mods: Count.describe('Decisions of owners and mods of communities to remove a reported post or comment there. They are in no other figure.'),
  kept_by_mods: Count.describe('Decisions of owners and mods of communities to keep what was reported there.'),
  appeals: Count.describe('Appeals of authors against decisions, by the month in which they were sent.'),
  appeals_granted: Count.describe('Appeals after which the text was shown again, by the month of the decision.'),
  appeals_declined: Count.describe('Appeals after which the decision stayed.'),
  appeals_same_person: Count.describe(
    'Granted and declined appeals that were decided by the person who had made the decision, because the site had nobody else.',
  ),
  demands_government_removed: Count.describe('Demands of authorities and courts after which something was removed.'),
  demands_government_refused: Count.describe('Demands of authorities and courts that were refused.'),
  demands_company_removed: Count.describe('Demands of companies after which something was removed.'),
  demands_company_refused: Count.describe('Demands of companies that were refused.'),
  pledges_removed: Count.describe('Pledges that had counted and were taken out by corrections.'),
  pledges_restored: Count.describe('Pledges that corrections brought back.'),
  pledges_never_counted: Count.nullable().describe('Pledges made in this month that have never counted. Null if there are fewer than 10.'),
})
export type TransparencyMonth = z.infer<typeof TransparencyMonth>

export const ListedDemand = PublicDemand.extend({
  month,
  about: z.enum(contentKinds).nullable().describe('The kind of content. Null for a demand about something else.'),
  outcome: z.enum(['removed', 'refused']),
})
export type ListedDemand = z.infer<typeof ListedDemand>

/** Acts of moderators on campaigns without a decision about the campaign itself. */
const otherCampaignActs = ['hidden_with_creator', 'restored_with_creator', 'ended'] as const

/** How the content of a decision came to the moderators. */
export const askers = ['reporters', 'author', 'government', 'company', 'moderators'] as const

/** Results of a decision against a campaign. */
export const campaignOutcomes = ['in_force', 'appealed', 'upheld', 'reversed', 'restored', 'replaced'] as const

export const CampaignDecision = z.object({
  decided_on: z.iso.date(),
  decision: z
    .enum([...decisionStates, ...otherCampaignActs])
    .describe('`hidden_with_creator`: with the account of its creator, which was suspended. `ended`: a moderator declared its victory or archived it.'),
  rule: Rule,
  asked_by: z
    .enum(askers)
    .nullable()
    .describe(
      '`author`: by an appeal. `moderators`: nobody had asked. Null for decisions from more than two years ago, because reports are deleted then, and when a suspension ended by itself.',
    ),
  outcome: z
    .enum(campaignOutcomes)
    .nullable()
    .describe(
      '`appealed`: the appeal waits for its decision. `upheld`: it was declined. `reversed`: it was granted. `restored`: shown again without an appeal. `replaced`: by a newer decision. Null for decisions that hide nothing.',
    ),
})
export type CampaignDecision = z.infer<typeof CampaignDecision>

export const Transparency = z.object({
  months: z.array(TransparencyMonth).describe('The last 24 months, newest first, without empty ones.'),
  by_rule: z
    .array(z.object({ rule: Rule.unwrap(), decisions: Count }))
    .describe('Decisions of the last 12 months to hide, remove or warn, by the rule on which they rest.'),
  campaigns: z.array(CampaignDecision).describe('The latest 100 decisions about campaigns, newest first.'),
  demands: z.array(ListedDemand).describe('The latest 100 demands of companies and governments, newest first. They name no content.'),
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
    .output(FileAnswer),

  demandsCsv: oc
    .route({ ...route, path: '/transparency-demands.csv', summary: 'All demands of companies and governments as CSV', outputStructure: 'detailed' })
    .input(z.strictObject({}).optional())
    .output(FileAnswer),

  campaignsCsv: oc
    .route({ ...route, path: '/transparency-campaigns.csv', summary: 'The latest decisions about campaigns as CSV', outputStructure: 'detailed' })
    .input(z.strictObject({}).optional())
    .output(FileAnswer),

  refuseDemand: oc
    .route({
      method: 'POST',
      tags: ['Moderation'],
      path: '/moderation/demands',
      summary: 'For moderators: record a demand that was refused',
      description: 'A demand that was met is recorded with the removal. The reason goes to the audit log.',
      successStatus: 201,
    })
    .input(DemandInput.extend({ about: z.enum(contentKinds).nullable(), reason: z.string().max(10_000) }))
    .output(z.object({ recordedAt: z.date() }))
    .errors({ ...notFound, ...fieldRefusals([...moderationCodes, ...demandCodes]) }),
}
