import type { ChatMessage } from '../contract.ts'

export type ReceivedEvent = { said: ChatMessage } | { removed: string } | { restored: string[] }

/** Parses a live event of a chat; null if it is invalid. */
export function chatEventOf(data: unknown): ReceivedEvent | null {
  const { said, removed, restored }: { [field: string]: unknown } = Object(data)
  if (typeof removed === 'string') return { removed }
  if (Array.isArray(restored)) return { restored: restored.filter((id) => typeof id === 'string') }
  const message = messageOf(said)
  return message ? { said: message } : null
}

function messageOf(said: unknown): ChatMessage | null {
  const { id, campaignId, author, body, createdAt }: { [field: string]: unknown } = Object(said)
  const { id: authorId, name, avatarUrl, isDeleted }: { [field: string]: unknown } = Object(author)
  if (typeof id !== 'string' || typeof campaignId !== 'string' || typeof body !== 'string' || typeof createdAt !== 'string') return null
  if (typeof authorId !== 'string' || typeof name !== 'string') return null
  return {
    id,
    campaignId,
    author: { id: authorId, name, avatarUrl: typeof avatarUrl === 'string' ? avatarUrl : null, isDeleted: isDeleted === true },
    body,
    createdAt: new Date(createdAt),
    moderation: null,
  }
}
