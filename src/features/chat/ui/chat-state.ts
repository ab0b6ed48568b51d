import type { ChatMessage } from '../contract.ts'

/** The cursor of earlier messages; 'none' if there are none. 'unknown' if messages were dropped: then loading starts at the newest again. */
export type Older = { cursor: string } | 'none' | 'unknown'
/** `isAgain`: an earlier request got no response, so the message may be stored and shown already. */
export type Sending = { body: string; isAgain: boolean }

export type ChatState = {
  /** Oldest first. */
  messages: readonly ChatMessage[]
  older: Older
  load: 'loading' | 'ready' | 'failed' | 'closed'
  here: number | null
  /** The viewer's own message while its request is pending; shown at the end. */
  sending: Sending | null
  /** Live messages of the viewer that arrive while `sending` is pending. They are not shown until then, because one may be that message. */
  deferred: readonly ChatMessage[]
  /** Live messages since the last load began. They are added to its response, which may be older. */
  received: readonly ChatMessage[]
  /** Ids of deleted messages. Never emptied, so that no delayed event restores a deleted message. */
  removed: ReadonlySet<string>
}

export type ChatAction =
  | { type: 'loading' }
  | { type: 'loaded'; items: readonly ChatMessage[]; older: Older }
  | { type: 'load failed' }
  | { type: 'closed' }
  | { type: 'older'; items: readonly ChatMessage[]; older: Older }
  | { type: 'said'; message: ChatMessage; isMine: boolean }
  | { type: 'removed'; id: string }
  | { type: 'here'; here: number }
  | { type: 'sending'; sending: Sending }
  | { type: 'sent'; message: ChatMessage }
  | { type: 'not sent' }
  | { type: 'shorten' }

/** If there are more than `most` messages and the reader is at the end, all but the last `after` are dropped. */
const kept = { most: 400, after: 200 }

export const startState: ChatState = {
  messages: [],
  older: 'none',
  load: 'loading',
  here: null,
  sending: null,
  deferred: [],
  received: [],
  removed: new Set(),
}

export function chatReducer(state: ChatState, action: ChatAction): ChatState {
  switch (action.type) {
    case 'loading':
      return { ...state, received: [], load: state.messages.length > 0 ? state.load : 'loading' }
    case 'loaded':
      return { ...state, messages: merged([...action.items, ...state.received], state.removed), older: action.older, load: 'ready' }
    case 'load failed':
      return { ...state, load: 'failed' }
    case 'closed':
      return { ...state, load: 'closed' }
    case 'older':
      return { ...state, messages: merged([...action.items, ...state.messages], state.removed), older: action.older }
    case 'said':
      return action.isMine && state.sending ? { ...state, deferred: [...state.deferred, action.message] } : receiving(state, [action.message])
    case 'removed': {
      const without = (messages: readonly ChatMessage[]) => messages.filter(({ id }) => id !== action.id)
      return { ...state, messages: without(state.messages), deferred: without(state.deferred), removed: new Set([...state.removed, action.id]) }
    }
    case 'here':
      return { ...state, here: action.here }
    case 'sending':
      return { ...state, sending: action.sending }
    case 'sent':
      return receiving({ ...state, sending: null, deferred: [] }, [...state.deferred, action.message])
    case 'not sent':
      return receiving({ ...state, sending: null, deferred: [] }, state.deferred)
    case 'shorten':
      return state.messages.length > kept.most ? { ...state, messages: state.messages.slice(-kept.after), older: 'unknown' } : state
  }
}

function receiving(state: ChatState, messages: readonly ChatMessage[]): ChatState {
  const [oldest] = state.messages
  // Leaves out messages that are older than the loaded ones, because their page will be loaded later.
  const fitting = messages.filter((message) => state.older === 'none' || !oldest || comparing(oldest, message) <= 0)
  return { ...state, messages: merged([...state.messages, ...fitting], state.removed), received: [...state.received, ...messages] }
}

function merged(messages: readonly ChatMessage[], removed: ReadonlySet<string>): ChatMessage[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  return [...byId.values()].filter(({ id }) => !removed.has(id)).sort(comparing)
}

export function comparing(one: ChatMessage, other: ChatMessage): number {
  return one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : Number(one.id > other.id))
}
