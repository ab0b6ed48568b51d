import type { ChatMessage } from '../contract.ts'
import { comparing } from './chat-state.ts'

/** A row of the list: a day's name, or a message, which goes on (`isMore`) where its author has just spoken. */
export type ChatRow = { kind: 'day'; key: string; date: Date } | { kind: 'message'; key: string; message: ChatMessage; isMore: boolean }

const oneBreathMs = 5 * 60_000

/** Messages with the days between them, in the reader's own time. */
export function rowsOf(messages: readonly ChatMessage[]): ChatRow[] {
  let before: ChatMessage | undefined
  return messages.flatMap((message) => {
    const isNewDay = !before || !isSameDay(before.createdAt, message.createdAt)
    const isMore = !isNewDay && before?.author.id === message.author.id && message.createdAt.getTime() - (before?.createdAt.getTime() ?? 0) < oneBreathMs
    before = message
    const row: ChatRow = { kind: 'message', key: message.id, message, isMore }
    return isNewDay ? [{ kind: 'day', key: message.createdAt.toDateString(), date: message.createdAt }, row] : [row]
  })
}

export const isSameDay = (one: Date, other: Date) => one.toDateString() === other.toDateString()

/** How many of the messages came after this one and are not by this person. */
export function countAfter(messages: readonly ChatMessage[], { last, viewerId }: { last: ChatMessage | null; viewerId: string | null }): number {
  return last ? messages.filter((message) => comparing(last, message) < 0 && message.author.id !== viewerId).length : 0
}
