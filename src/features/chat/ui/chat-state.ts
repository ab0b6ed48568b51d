import type { ChatMessage } from '../contract.ts'
import { chatLimits } from '../terms.ts'

/** Position of older messages: a cursor, 'none' if there are none, or 'unknown' after messages were dropped; loading then restarts at the newest. */
export type Older = { cursor: string } | 'none' | 'unknown'
/** `isRetry`: an earlier request got no response, so the message may already be stored and shown. */
export type Sending = { body: string; isRetry: boolean }

export type ChatState = {
  /** Oldest first. */
  messages: readonly ChatMessage[]
  older: Older
  load: 'loading' | 'ready' | 'failed' | 'closed'
  /** The viewer's own message while its request is pending; shown at the end. */
  sending: Sending | null
  /** The viewer's own live messages that arrive while `sending` is pending. They are shown after its response, because one may be the same message. */
  deferred: readonly ChatMessage[]
  /** Live messages since the last load began. They are merged into its response, which may not contain them yet. */
  received: readonly ChatMessage[]
  /** Ids of messages that were removed since the last load began, so that no delayed response or event shows them. */
  removed: ReadonlySet<string>
  /** People whose live messages are not shown. */
  hiddenAuthors: ReadonlySet<string>
}

export type ChatAction =
  | { type: 'loading' }
  | { type: 'loaded'; items: readonly ChatMessage[]; older: Older; hiddenAuthors: readonly string[] }
  | { type: 'load failed' }
  | { type: 'closed' }
  | { type: 'older'; items: readonly ChatMessage[]; older: Older }
  | { type: 'said'; message: ChatMessage; isMine: boolean }
  | { type: 'removed'; id: string }
  | { type: 'sending'; sending: Sending }
  | { type: 'sent'; message: ChatMessage }
  | { type: 'not sent' }
  | { type: 'shorten' }

/** If there are more than `most` messages and the reader is at the end, all but the last `after` are dropped. */
const kept = { most: chatLimits.kept, after: chatLimits.kept / 2 }

export const startState: ChatState = {
  messages: [],
  older: 'none',
  load: 'loading',
  sending: null,
  deferred: [],
  received: [],
  removed: new Set(),
  hiddenAuthors: new Set(),
}

export function chatReducer(state: ChatState, action: ChatAction): ChatState {
  switch (action.type) {
    case 'loading':
      return { ...state, received: [], removed: new Set(), load: state.messages.length > 0 ? state.load : 'loading' }
    case 'loaded': {
      const hiddenAuthors = new Set(action.hiddenAuthors)
      const messages = merge([...action.items, ...state.received], { ...state, hiddenAuthors })
      return { ...state, messages, hiddenAuthors, older: action.older, load: 'ready' }
    }
    case 'load failed':
      return { ...state, load: 'failed' }
    case 'closed':
      return { ...state, load: 'closed' }
    case 'older':
      return { ...state, messages: merge([...action.items, ...state.messages], state), older: action.older }
    case 'said':
      return action.isMine && state.sending ? { ...state, deferred: [...state.deferred, action.message] } : receive(state, [action.message])
    case 'removed': {
      const without = (messages: readonly ChatMessage[]) => messages.filter(({ id }) => id !== action.id)
      return { ...state, messages: without(state.messages), deferred: without(state.deferred), removed: new Set([...state.removed, action.id]) }
    }
    case 'sending':
      return { ...state, sending: action.sending }
    case 'sent':
      return receive({ ...state, sending: null, deferred: [] }, [...state.deferred, action.message])
    case 'not sent':
      return receive({ ...state, sending: null, deferred: [] }, state.deferred)
    case 'shorten':
      return state.messages.length > kept.most ? { ...state, messages: state.messages.slice(-kept.after), older: 'unknown' } : state
  }
}

function receive(state: ChatState, messages: readonly ChatMessage[]): ChatState {
  const [oldest] = state.messages
  // Leaves out messages that are older than the loaded ones, because they are loaded later with their page.
  const fitting = messages.filter((message) => state.older === 'none' || !oldest || compareMessages(oldest, message) <= 0)
  return { ...state, messages: merge([...state.messages, ...fitting], state), received: [...state.received, ...messages] }
}

function merge(messages: readonly ChatMessage[], { removed, hiddenAuthors }: Pick<ChatState, 'removed' | 'hiddenAuthors'>): ChatMessage[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  return [...byId.values()].filter(({ id, author }) => !removed.has(id) && !hiddenAuthors.has(author.id)).sort(compareMessages)
}

export function compareMessages(one: ChatMessage, other: ChatMessage): number {
  return one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : Number(one.id > other.id))
}
