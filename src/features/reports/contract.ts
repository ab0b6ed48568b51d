import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Author } from '#platform/author.ts'
import { Id, PageInput, pageOf } from '#platform/page.ts'
import { badCursor, fieldRefusals, keyReused, notFound, signInFirst, stateRefusal } from '#platform/refusal.ts'
import { excerptLength, reportBarriers, reportCodes, reportKinds, reportOutcomes, reportReasons } from './terms.ts'

const kind = z.enum(reportKinds)

/** Content that somebody reports, as it is now. */
export const ReportSubject = z.object({
  kind,
  id: z.uuid(),
  title: z.string().describe('The campaign, community, person or target that it is or belongs to.'),
  excerpt: z.string().max(excerptLength),
  path: z.string().describe('Its address on this site.'),
})
export type ReportSubject = z.infer<typeof ReportSubject>

export const OwnReport = z.object({
  id: z.uuid(),
  subject: ReportSubject.nullable().describe('Null if the content is gone or hidden from the reporter.'),
  kind,
  reason: z.enum(reportReasons),
  sentAt: z.date(),
  outcome: z.enum(reportOutcomes).nullable().describe('Null until a moderator has decided.'),
  closedAt: z.date().nullable(),
})
export type OwnReport = z.infer<typeof OwnReport>

const route = { tags: ['Reports'] }
const words = z.string().max(20_000).optional()

export const reportsContract = {
  send: oc
    .route({ ...route, method: 'POST', path: '/reports', summary: 'Report something that is against the rules', successStatus: 201 })
    .input(
      z.strictObject({
        kind,
        id: Id,
        reason: z.enum(reportReasons),
        details: words.describe('Required for the reason `other`.'),
        law: words.describe('For illegal content: the law, or why it is illegal.'),
        name: words.describe('For illegal content: the name of the sender.'),
        email: words.describe('For illegal content: the email address of the sender.'),
        isGoodFaith: z.boolean().optional().describe('For illegal content: the sender believes in good faith that the notice is accurate and complete.'),
      }),
    )
    .output(z.object({ id: z.uuid(), sentAt: z.date() }))
    .errors({
      ...signInFirst,
      ...notFound,
      ...fieldRefusals(reportCodes),
      ...keyReused,
      OWN_CONTENT: { ...stateRefusal, message: 'You wrote this yourself.' },
      CONFIRM_EMAIL_FIRST: { status: 403, message: 'Confirm your email address first.' },
      ALREADY_REPORTED: { ...stateRefusal, message: 'You have reported this. A moderator will look at it.' },
      ALREADY_REVIEWED: { ...stateRefusal, message: 'A moderator has looked at this and kept it. It can be reported again when it is edited.' },
      REPORTS_TOO_OFTEN: { status: 429, message: 'You have sent many reports within an hour. Try again later.' },
    }),

  subject: oc
    .route({ ...route, method: 'GET', path: '/reports/subject', summary: 'Something that you may report, and whether you can now' })
    .input(z.strictObject({ kind, id: Id }))
    .output(ReportSubject.extend({ author: Author.nullable(), barrier: z.enum(reportBarriers).nullable() }))
    .errors({ ...signInFirst, ...notFound }),

  mine: oc
    .route({ ...route, method: 'GET', path: '/reports', summary: 'Your own reports and what became of them, newest first' })
    .input(z.strictObject(PageInput))
    .output(pageOf(OwnReport))
    .errors({ ...signInFirst, ...badCursor }),
}
