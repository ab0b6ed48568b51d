import { oc } from '@orpc/contract'
import { z } from 'zod'
import { moderationCodes, rules } from '#features/moderation/terms.ts'
import { ContextLine, ReportSubject } from '#features/reports/contract.ts'
import { reportReasons } from '#features/reports/terms.ts'
import { Id } from '#platform/page.ts'
import { fieldRefusals, notFound, signInFirst, stateRefusal } from '#platform/refusal.ts'
import { modsDecisions } from './terms.ts'

export const CommunityCase = z.object({
  id: z.uuid(),
  version: z.string().describe('Changes when the content is edited.'),
  subject: ReportSubject,
  reporters: z.int().positive(),
  openedAt: z.date().describe('The day. The moment could tell who reported it.'),
  isClaimed: z.boolean().describe('A moderator of the site is looking at it, so you cannot decide now.'),
  reports: z
    .array(z.object({ id: z.uuid(), reason: z.enum(reportReasons), details: z.string(), sentAt: z.date() }))
    .describe('The oldest ten, without the names of those who sent them.'),
})
export type CommunityCase = z.infer<typeof CommunityCase>

const route = { tags: ['Communities'] }

/** For the owner and mods of a community. Everybody else gets 404. */
export const communityReportsContract = {
  list: oc
    .route({
      ...route,
      method: 'GET',
      path: '/communities/{id}/reports',
      summary: 'For owner and mods: posts and comments that were reported',
      description:
        'Without what owner and mods wrote, and without reports of harassment, private details or illegality, which only moderators of the site read.',
    })
    .input(z.strictObject({ id: Id }))
    .output(z.object({ items: z.array(CommunityCase), total: z.int().nonnegative().describe('The list has the first 50. Exact up to 100; 101 means more.') }))
    .errors({ ...signInFirst, ...notFound }),

  context: oc
    .route({
      ...route,
      method: 'GET',
      path: '/community-reports/{caseId}/context',
      summary: 'For owner and mods: the posts and comments around a reported one, oldest first',
      description: 'The community of a post; the post of a comment, the comments that it answers, and those beside it.',
    })
    .input(z.strictObject({ caseId: Id }))
    .output(z.object({ lines: z.array(ContextLine) }))
    .errors({ ...signInFirst, ...notFound }),

  decide: oc
    .route({
      ...route,
      method: 'POST',
      path: '/community-reports/{caseId}/decision',
      summary: 'For owner and mods: keep or remove what was reported, which ends its reports',
      description: 'The author gets the rule and the reason of a removal, and can appeal to the moderators of the site.',
    })
    .input(
      z.strictObject({
        caseId: Id,
        state: z.enum(modsDecisions),
        rule: z.enum(rules).default('other').describe('The rule on which a removal rests.'),
        reason: z.string().max(10_000).default('').describe('Required for a removal. Its author reads it.'),
        version: z.string().max(100).optional().describe('The version that you have read.'),
      }),
    )
    .output(z.object({ id: z.uuid() }))
    .errors({
      ...signInFirst,
      ...notFound,
      ...fieldRefusals(moderationCodes),
      CONTENT_CHANGED: { ...stateRefusal, message: 'This has been edited since you read it. Read it again.' },
      CASE_CLAIMED: { ...stateRefusal, message: 'A moderator of the site is looking at this.' },
    }),
}
