import { z } from 'zod'
import { Id } from '#platform/page.ts'
import { fieldRefusals, notFound, signInFirst, stateRefusal } from '#platform/refusal.ts'
import { automaticStates, demandCodes, demanders, moderationCodes, moderationStates, organizerStates, rules, slowMode } from './terms.ts'

/** The decision in force about hidden or removed content. Only its author and the site's moderators receive it. */
export const Moderation = z.object({
  decisionId: z.uuid().nullable().describe('Its author reads the statement of reasons by this id. Null if it is hidden by the suspension of its author.'),
  state: z
    .enum([...moderationStates, ...automaticStates])
    .exclude(['visible', 'released'])
    .describe(
      'hidden_by_reports: several people reported it, and no moderator has looked yet. waiting: it has what moderators must look at first; its author can take that out by editing. returned: nobody has looked in time, and its author can edit it.',
    ),
  rule: z.enum(rules).nullable().describe('Null for decisions from before there were rules.'),
  reason: z.string(),
  decidedAt: z.date(),
  byMods: z.boolean().describe('The owner or a mod of the community removed it, not a moderator of the site.'),
})
export type Moderation = z.infer<typeof Moderation>

/** The same for comments, which the organizer of a campaign can hide there. The organizer receives it, too. */
export const CommentModeration = Moderation.extend({ state: z.enum([...Moderation.shape.state.options, ...organizerStates]).exclude(['shown_by_organizer']) })
export type CommentModeration = z.infer<typeof CommentModeration>

const demandFrom = z.enum(demanders).describe('Courts and authorities are `government`.')

/** A demand for a removal, as the public may know it. */
export const PublicDemand = z.object({ by: z.string().nullable().describe('Null if the site may not name it.'), from: demandFrom })
export type PublicDemand = z.infer<typeof PublicDemand>

/** A demand for a removal, as a moderator records it. */
export const DemandInput = z.strictObject({
  by: z.string().max(10_000).describe('The public name of the authority, court or company.'),
  from: demandFrom,
  isNamed: z.boolean().describe('The public may know by whom.'),
})

/** Refusals for content that moderators removed, where it has a page. Everybody may know the rule and the day, and only the author the reason. */
export const removed = {
  REMOVED: {
    status: 410,
    message: 'A moderator removed this.',
    data: z.object({
      text: z.string(),
      rule: z.enum(rules).nullable().describe('The rule that it broke. Null for a removal that names none.'),
      removedAt: z.date(),
    }),
  },
  LEGAL_ORDER: {
    status: 451,
    message: 'A moderator removed this because of a legal order.',
    data: z.object({ text: z.string(), demand: PublicDemand, removedAt: z.date() }),
  },
} as const

/** Refusal of a decision about content that another moderator has claimed in the queue. */
export const claimed = { CLAIMED: { ...stateRefusal, message: 'Another moderator is looking at this.', data: z.object({ by: z.string() }) } } as const

/** Input and refusals of the operation that moderates content. Each feature has this operation for its own content. */
export const ModerationInput = z.strictObject({
  id: Id,
  state: z.enum(moderationStates),
  rule: z.enum(rules).default('other').describe('The rule on which hiding or removing rests. Restorations have none.'),
  reason: z.string().max(10_000),
  demand: DemandInput.optional().describe('The legal order on which a removal rests. Its rule is `illegal`.'),
})
export const moderationErrors = {
  ...signInFirst,
  ...notFound,
  FORBIDDEN: { message: 'Only moderators of this site may do this, and never with their own content.' },
  ...fieldRefusals([...moderationCodes, ...demandCodes]),
  ...claimed,
} as const

/** The suspension in force of a person. */
export const Suspension = z.object({
  since: z.date(),
  until: z.date().nullable().describe('When it ends by itself. Null: never.'),
  rule: z.enum(rules).nullable().describe('Null for suspensions from before they named one.'),
  reason: z.string().describe('The person reads it when signing in.'),
  hidesContent: z
    .boolean()
    .describe('True if the person’s texts (campaigns, updates, posts, comments, chat messages, statements of companies) are hidden until the suspension ends.'),
})
export type Suspension = z.infer<typeof Suspension>

/** How moderators limit the discussion and the chat of a campaign. The limits do not concern moderators. */
export const DiscussionLimits = z.object({
  isLocked: z.boolean().describe('Nobody can write comments or chat messages.'),
  slowSeconds: z.int().min(slowMode.least).max(slowMode.most).nullable().describe('Each person can write once in so many seconds. Null: no slow mode.'),
})
export type DiscussionLimits = z.infer<typeof DiscussionLimits>
