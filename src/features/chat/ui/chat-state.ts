import type { ChatMessage } from '../contract.ts'

/** Where earlier messages are: behind a cursor, nowhere, or to be looked for anew. */
export type Older = { cursor: string } | 'none' | 'unknown'
/** `isAgain`: it was sent before and not taken, as far as is known, so it may be among the messages already. */
export type Sending = { body: string; isAgain: boolean }

export type ChatState = {
  /** Oldest first. */
  messages: readonly ChatMessage[]
  older: Older
  load: 'loading' | 'ready' | 'failed' | 'closed'
  here: number | null
  /** One's own message on its way, shown at the end. */
  sending: Sending | null
  /** What the stream said meanwhile in one's own name: it may be that very message. */
  held: readonly ChatMessage[]
  /** What was heard since the last loading began: the answer may be older than it. */
  heard: readonly ChatMessage[]
  /** For good: no late word brings a deleted message back. */
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

/** From so many on, a chat that is read at its end lets go of its beginning. */
const kept = { most: 400, after: 200 }

export const startState: ChatState = {
  messages: [],
  older: 'none',
  load: 'loading',
  here: null,
  sending: null,
  held: [],
  heard: [],
  removed: new Set(),
}

export function chatReducer(state: ChatState, action: ChatAction): ChatState {
  switch (action.type) {
    case 'loading':
      return { ...state, heard: [], load: state.messages.length > 0 ? state.load : 'loading' }
    case 'loaded':
      return { ...state, messages: merged([...action.items, ...state.heard], state.removed), older: action.older, load: 'ready' }
    case 'load failed':
      return { ...state, load: 'failed' }
    case 'closed':
      return { ...state, load: 'closed' }
    case 'older':
      return { ...state, messages: merged([...action.items, ...state.messages], state.removed), older: action.older }
    case 'said':
      return action.isMine && state.sending ? { ...state, held: [...state.held, action.message] } : hearing(state, [action.message])
    case 'removed': {
      const without = (messages: readonly ChatMessage[]) => messages.filter(({ id }) => id !== action.id)
      return { ...state, messages: without(state.messages), held: without(state.held), removed: new Set([...state.removed, action.id]) }
    }
    case 'here':
      return { ...state, here: action.here }
    case 'sending':
      return { ...state, sending: action.sending }
    case 'sent':
      return hearing({ ...state, sending: null, held: [] }, [...state.held, action.message])
    case 'not sent':
      return hearing({ ...state, sending: null, held: [] }, state.held)
    case 'shorten':
      return state.messages.length > kept.most ? { ...state, messages: state.messages.slice(-kept.after), older: 'unknown' } : state
  }
}

function hearing(state: ChatState, messages: readonly ChatMessage[]): ChatState {
  const [oldest] = state.messages
  // One that belongs before what is loaded comes with its page.
  const fitting = messages.filter((message) => state.older === 'none' || !oldest || comparing(oldest, message) <= 0)
  return { ...state, messages: merged([...state.messages, ...fitting], state.removed), heard: [...state.heard, ...messages] }
}

function merged(messages: readonly ChatMessage[], removed: ReadonlySet<string>): ChatMessage[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  return [...byId.values()].filter(({ id }) => !removed.has(id)).sort(comparing)
}

export function comparing(one: ChatMessage, other: ChatMessage): number {
  return one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : Number(one.id > other.id))
}
