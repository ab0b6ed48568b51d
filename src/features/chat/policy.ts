import type { Status } from '#features/campaigns/terms.ts'
import type { FieldProblems } from '#platform/refusal.ts'
import { lengthOf, neat } from '#platform/text.ts'
import { type ChatCode, chatLimits } from './terms.ts'

/** Whether a campaign has a chat, to read and to write: only while it is active. */
export const mayChat = (campaign: { status: Status }) => campaign.status === 'active'

/** Whether this viewer may delete a message: its author, and the campaign's creator any; also after the campaign has ended. */
export const mayRemove = (message: { isAuthor: boolean; isCreator: boolean }) => message.isAuthor || message.isCreator

export function bodyProblems(body: string): FieldProblems<ChatCode> {
  if (!neat(body)) return { body: 'CHAT_BLANK' }
  return lengthOf(body) > chatLimits.body ? { body: 'CHAT_TOO_LONG' } : {}
}
