import { oc } from '@orpc/contract'
import { z } from 'zod'
import { limitRefusals } from '#features/discussion/contract.ts'
import { Moderation, ModerationInput, moderationErrors } from '#features/moderation/contract.ts'
import { personLimit, repeatedText, textWaits } from '#features/trust/contract.ts'
import { Author } from '#platform/author.ts'
import { Id, PageInput, pageOf } from '#platform/page.ts'
import { badCursor, confirmFirst, fieldRefusals, keyReused, notFound, signInFirst, stateRefusal } from '#platform/refusal.ts'
import { chatCodes, chatLimits } from './terms.ts'

/** A message of a campaign's live chat, in plain text. */
export const ChatMessage = z.object({
  id: z.uuid(),
  campaignId: z.uuid(),
  author: Author,
  body: z.string(),
  createdAt: z.date(),
  moderation: Moderation.nullable().describe('Set if a moderator hid or removed the message. Only its author and the site’s moderators then receive it.'),
})
export type ChatMessage = z.infer<typeof ChatMessage>

/** Payload of a chat's live topic: a message, a deletion, or messages that were restored and have to be loaded. */
export type ChatEvent = { said: Omit<ChatMessage, 'createdAt' | 'moderation'> & { createdAt: string } } | { removed: string } | { restored: string[] }

const activeOnly = { CAMPAIGN_NOT_ACTIVE: { ...stateRefusal, message: 'Chat is only available for active campaigns.' } } as const

export const chatContract = {
  list: oc
    .route({ method: 'GET', path: '/campaigns/{id}/chat', summary: 'The live chat of an active campaign, newest first', tags: ['Chat'] })
    .input(z.strictObject({ id: Id, ...PageInput, limit: PageInput.limit.default(chatLimits.page) }))
    .output(
      pageOf(ChatMessage).extend({
        hiddenAuthors: z.array(z.uuid()).describe('People whose messages you do not see, because one of you has blocked the other or you have muted them.'),
      }),
    )
    .errors({ ...notFound, ...badCursor, ...activeOnly }),

  post: oc
    .route({
      method: 'POST',
      path: '/campaigns/{id}/chat',
      summary: 'Post a chat message, at most one every two seconds',
      tags: ['Chat'],
      successStatus: 201,
    })
    .input(z.strictObject({ id: Id, body: z.string().max(100_000) }))
    .output(ChatMessage)
    .errors({
      ...signInFirst,
      ...confirmFirst,
      ...notFound,
      ...activeOnly,
      ...limitRefusals,
      ...personLimit,
      ...repeatedText,
      ...textWaits,
      ...fieldRefusals(chatCodes),
      ...keyReused,
      CHAT_TOO_SOON: { status: 429, message: 'One message every two seconds.', data: z.object({ retryAfterMs: z.int().positive() }) },
    }),

  remove: oc
    .route({ method: 'DELETE', path: '/chat/{id}', summary: 'Delete your own message, or any message in your own campaign', tags: ['Chat'] })
    .input(z.strictObject({ id: Id }))
    .output(z.object({ id: z.uuid() }))
    .errors({ ...signInFirst, ...notFound, FORBIDDEN: { message: 'Only its author and the campaign’s creator may do this.' } }),

  moderate: oc
    .route({ method: 'PUT', path: '/chat/{id}/moderation', summary: 'For moderators: hide, remove or restore a message', tags: ['Chat'] })
    .input(ModerationInput)
    .output(ChatMessage)
    .errors(moderationErrors),
}
