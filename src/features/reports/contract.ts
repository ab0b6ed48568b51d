import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Picture } from '#features/media/contract.ts'
import { movedStates, reportOutcomes } from '#features/moderation/terms.ts'
import { Author } from '#platform/author.ts'
import { Id, PageInput, pageOf } from '#platform/page.ts'
import { proofNeeded, scriptFields } from '#platform/proof-of-work.ts'
import { badCursor, confirmFirst, fieldRefusals, keyReused, notFound, signInFirst, stateRefusal } from '#platform/refusal.ts'
import { excerptLength, reportBarriers, reportCodes, reportKinds, reportReasons } from './terms.ts'

const kind = z.enum(reportKinds)

/** A picture of reported content. `state`: why it is not at its place, for moderators and its author. */
export const SubjectPicture = Picture.extend({ state: z.enum(movedStates).nullable() })
export type SubjectPicture = z.infer<typeof SubjectPicture>

/** Content that somebody reports, as it is now. */
export const ReportSubject = z.object({
  kind,
  id: z.uuid(),
  title: z.string().describe('The campaign, community, person or target that it is or belongs to.'),
  excerpt: z.string().max(excerptLength),
  path: z.string().describe('Its address on this site, or of the content that shows the picture.'),
  pictures: z.array(SubjectPicture).describe('The pictures that it shows, as far as the reader may see them. Each can be reported alone, as `picture`.'),
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
  byMods: z.boolean().describe('The owner or a mod of the community has decided, not a moderator of the site.'),
})
export type OwnReport = z.infer<typeof OwnReport>

/** Something around reported content, as moderators read it. */
export const ContextLine = z.object({
  id: z.uuid(),
  place: z
    .enum(['community', 'post', 'parent', 'before', 'after'])
    .describe('Its community, its post, a comment that it answers, or a comment or chat message before or after it.'),
  by: z.string().describe('The author; of a community the owner.'),
  text: z.string().max(excerptLength),
  sentAt: z.date(),
})
export type ContextLine = z.infer<typeof ContextLine>

const route = { tags: ['Reports'] }
const words = z.string().max(20_000).optional()

const alreadyThere = {
  ALREADY_REPORTED: { ...stateRefusal, message: 'You have reported this. A moderator will look at it.' },
  ALREADY_REVIEWED: { ...stateRefusal, message: 'A moderator has looked at this and kept it. It can be reported again when it is edited.' },
} as const

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
        email: words.describe('For illegal content, and from visitors: the email address of the sender.'),
        ...scriptFields,
        isGoodFaith: z.boolean().optional().describe('For illegal content: the sender believes in good faith that the notice is accurate and complete.'),
      }),
    )
    .output(
      z.object({ id: z.uuid().nullable().describe('Null for a visitor, whose report waits until they confirm it by the link in a mail.'), sentAt: z.date() }),
    )
    .errors({
      ...signInFirst,
      ...notFound,
      ...fieldRefusals(reportCodes),
      ...keyReused,
      OWN_CONTENT: { ...stateRefusal, message: 'You wrote this yourself.' },
      ...confirmFirst,
      ...alreadyThere,
      ...proofNeeded,
      REPORTS_TOO_OFTEN: { status: 429, message: 'You have sent many reports. Try again in an hour, or when some of them have been decided.' },
    }),

  subject: oc
    .route({ ...route, method: 'GET', path: '/reports/subject', summary: 'Something that you may report, and whether you can now' })
    .input(z.strictObject({ kind, id: Id }))
    .output(ReportSubject.extend({ author: Author.nullable(), barrier: z.enum(reportBarriers).nullable() }))
    .errors(notFound),

  confirm: oc
    .route({ ...route, method: 'POST', path: '/reports/confirm', summary: 'Confirm the report of a visitor with the token of the mailed link' })
    .input(z.strictObject({ token: z.string().max(200) }))
    .output(z.object({ kind, id: z.uuid() }))
    .errors({ ...notFound, ...alreadyThere }),

  mine: oc
    .route({ ...route, method: 'GET', path: '/reports', summary: 'Your own reports and what became of them, newest first' })
    .input(z.strictObject(PageInput))
    .output(pageOf(OwnReport))
    .errors({ ...signInFirst, ...badCursor }),
}
