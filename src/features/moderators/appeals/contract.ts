import { oc } from '@orpc/contract'
import { z } from 'zod'
import { PublicDemand } from '#features/moderation/contract.ts'
import { automaticStates, contentKinds, moderationCodes, moderationStates, organizerStates, rules } from '#features/moderation/terms.ts'
import { ReportSubject } from '#features/reports/contract.ts'
import { Id } from '#platform/page.ts'
import { fieldRefusals, keyReused, notFound, signInFirst, stateRefusal } from '#platform/refusal.ts'
import { appealBarriers, appealCodes, appealOutcomes, decidingBarriers } from './terms.ts'

export const Appeal = z.object({
  id: z.uuid(),
  body: z.string(),
  sentAt: z.date(),
  outcome: z.enum(appealOutcomes).nullable().describe('Null until somebody has decided. Granted: the content is visible again, or the suspension is lifted.'),
  answer: z.string().nullable(),
  decidedAt: z.date().nullable(),
  isSamePerson: z.boolean().describe('The person who made the decision has also decided the appeal, because the site had nobody else.'),
})
export type Appeal = z.infer<typeof Appeal>

const decision = {
  kind: z.enum(contentKinds),
  state: z.enum([...moderationStates, 'warned', 'suspended', ...organizerStates, ...automaticStates]),
  rule: z.enum(rules).nullable(),
  reason: z.string(),
  decidedAt: z.date(),
  byMods: z.boolean().describe('The owner or a mod of the community decided. Moderators of the site decide an appeal.'),
}

/** A moderator's decision about something that the viewer wrote, or their suspension: its reasons, and what the viewer can do about it. */
export const Statement = z.object({
  id: z.uuid(),
  ...decision,
  until: z.date().nullable().describe('When a suspension ends by itself. Null: never, or it is no suspension.'),
  subject: ReportSubject.nullable().describe('Null if the content is gone, and for a suspension.'),
  isNameRemoved: z.boolean().describe('Everybody reads “Name removed” in place of your name, until you choose another.'),
  isReported: z.boolean().describe('Somebody had reported the content.'),
  isHeldByRule: z.boolean().describe('A rule had held the text back until a moderator looked. If this and `isReported` are false, a moderator found it.'),
  demand: PublicDemand.nullable().describe('The legal order on which it rests. Null if it rests on none.'),
  appealUntil: z.date(),
  barrier: z.enum(appealBarriers).nullable().describe('Why you cannot appeal now. Null if you can.'),
  isSamePersonDeciding: z.boolean().describe('The site has nobody else, so the same person will decide an appeal, after 72 hours.'),
  appeal: Appeal.nullable(),
})
export type Statement = z.infer<typeof Statement>

/** An appeal that waits for a decision, for moderators. */
export const OpenAppeal = z.object({
  id: z.uuid(),
  body: z.string(),
  sentAt: z.date(),
  decision: z.object(decision).extend({ moderatorName: z.string() }),
  subject: ReportSubject.nullable().describe('Null if the content is gone.'),
  barrier: z.enum(decidingBarriers).nullable().describe('Why you cannot decide it now. Null if you can.'),
})
export type OpenAppeal = z.infer<typeof OpenAppeal>

const route = { tags: ['Moderation'] }
const token = z.string().max(100).optional().describe('From the link in the mail. With it nobody needs to sign in, because a suspended author cannot.')

export const appealsContract = {
  statement: oc
    .route({ ...route, method: 'GET', path: '/decisions/{id}', summary: 'The reasons of a decision about something that you wrote, or about your account' })
    .input(z.strictObject({ id: Id, token }))
    .output(Statement)
    .errors({ ...signInFirst, ...notFound }),

  send: oc
    .route({
      ...route,
      method: 'POST',
      path: '/decisions/{id}/appeal',
      summary: 'Appeal against a decision about something that you wrote, or about your account',
      description: 'Once for each decision, within 6 months. Somebody who was not involved decides.',
      successStatus: 201,
    })
    .input(z.strictObject({ id: Id, body: z.string().max(20_000), token }))
    .output(z.object({ id: z.uuid(), sentAt: z.date() }))
    .errors({
      ...signInFirst,
      ...notFound,
      ...fieldRefusals(appealCodes),
      ...keyReused,
      APPEAL_SENT: { ...stateRefusal, message: 'You have appealed against this decision.' },
      DECISION_SUPERSEDED: { ...stateRefusal, message: 'There is a newer decision.' },
      NOTHING_TO_APPEAL: { ...stateRefusal, message: 'A warning changes nothing, so there is nothing to undo.' },
      APPEAL_TOO_LATE: { ...stateRefusal, message: 'The time for an appeal is over.' },
    }),

  open: oc
    .route({ ...route, method: 'GET', path: '/moderation/appeals', summary: 'For moderators: appeals that wait for a decision, oldest first' })
    .input(z.strictObject({}).optional())
    .output(z.object({ items: z.array(OpenAppeal), total: z.int().nonnegative().describe('The list has the first 50.') }))
    .errors(notFound),

  decide: oc
    .route({
      ...route,
      method: 'POST',
      path: '/moderation/appeals/{id}/decision',
      summary: 'For moderators: decide an appeal',
      description: 'Granting it shows the content again, or lifts the suspension.',
    })
    .input(z.strictObject({ id: Id, outcome: z.enum(appealOutcomes), reason: z.string().max(10_000) }))
    .output(z.object({ id: z.uuid() }))
    .errors({
      ...notFound,
      ...fieldRefusals(moderationCodes),
      FORBIDDEN: { message: 'Somebody who was not involved decides an appeal.' },
      APPEAL_DECIDED: { ...stateRefusal, message: 'This appeal has been decided.' },
      APPEAL_TOO_EARLY: { ...stateRefusal, message: 'The person who made the decision may decide an appeal after 72 hours, if the site has nobody else.' },
    }),
}
