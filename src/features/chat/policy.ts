import type { Status } from '#features/campaigns/terms.ts'
import type { FieldProblems } from '#platform/refusal.ts'
import { lengthOf, normalized } from '#platform/text.ts'
import { type ChatCode, chatLimits } from './terms.ts'

/** The chat of a campaign can be read and written only while the campaign is active. */
export const mayChat = (campaign: { status: Status }) => campaign.status === 'active'

/** Authors may delete their messages, and the campaign's creator all messages, even after the campaign has ended. */
export const mayRemove = (message: { isAuthor: boolean; isCreator: boolean }) => message.isAuthor || message.isCreator

export function bodyProblems(body: string): FieldProblems<ChatCode> {
  if (!normalized(body)) return { body: 'CHAT_BLANK' }
  return lengthOf(body) > chatLimits.body ? { body: 'CHAT_TOO_LONG' } : {}
}
