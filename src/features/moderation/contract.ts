import { z } from 'zod'
import { Id } from '#platform/page.ts'
import { fieldRefusals, notFound, signInFirst } from '#platform/refusal.ts'
import { moderationCodes, moderationStates, rules } from './terms.ts'

/** The decision in force about hidden or removed content. Only its author and the site's moderators receive it. */
export const Moderation = z.object({
  state: z.enum(moderationStates).exclude(['visible']),
  rule: z.enum(rules).nullable().describe('Null for decisions from before there were rules.'),
  reason: z.string(),
  decidedAt: z.date(),
})
export type Moderation = z.infer<typeof Moderation>

/** Input and refusals of the operation that moderates content. Each feature has this operation for its own content. */
export const ModerationInput = z.strictObject({
  id: Id,
  state: z.enum(moderationStates),
  rule: z.enum(rules).default('other').describe('The rule on which hiding or removing rests. Restorations have none.'),
  reason: z.string().max(10_000),
})
export const moderationErrors = {
  ...signInFirst,
  ...notFound,
  FORBIDDEN: { message: 'Only moderators of this site may do this, and never with their own content.' },
  ...fieldRefusals(moderationCodes),
} as const

/** The suspension in force of a person. */
export const Suspension = z.object({
  since: z.date(),
  until: z.date().nullable().describe('When it ends by itself. Null: never.'),
  rule: z.enum(rules).nullable().describe('Null for suspensions from before they named one.'),
  reason: z.string().describe('The person reads it when signing in.'),
  hidesContent: z.boolean().describe('The comments and campaigns of the person are hidden until the suspension ends.'),
})
export type Suspension = z.infer<typeof Suspension>
