import type { ChatMessage } from '../contract.ts'
import { compareMessages } from './chat-state.ts'

/** A row of the list: a day or a message. `isMore`: the previous message is by the same author, less than `oneBreathMs` earlier. */
export type ChatRow = { kind: 'day'; key: string; date: Date } | { kind: 'message'; key: string; message: ChatMessage; isMore: boolean }

const oneBreathMs = 5 * 60_000

/** Messages with a row for each new day, in the reader's time zone. */
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

/** Number of messages after `last` that this person did not write; 0 without `last`. */
export function countAfter(messages: readonly ChatMessage[], { last, viewerId }: { last: ChatMessage | null; viewerId: string | null }): number {
  return last ? messages.filter((message) => compareMessages(last, message) < 0 && message.author.id !== viewerId).length : 0
}
