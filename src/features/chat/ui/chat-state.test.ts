import { expect, test } from 'vitest'
import type { ChatMessage } from '../contract.ts'
import { type ChatAction, type ChatState, chatReducer, startState } from './chat-state.ts'

const message = (n: number, author = 'someone'): ChatMessage => ({
  id: `message ${String(n).padStart(4, '0')}`,
  campaignId: 'campaign',
  author: { id: author, name: 'Ada L.', avatarUrl: null, isDeleted: false },
  body: `Body ${n}`,
  createdAt: new Date(1_000 * n),
})
const numbers = ({ messages }: ChatState) => messages.map(({ createdAt }) => createdAt.getTime() / 1_000)
const after = (...actions: ChatAction[]) => actions.reduce(chatReducer, startState)
const said = (n: number, isMine = false): ChatAction => ({ type: 'said', message: message(n), isMine })
const loaded = (...items: number[]): ChatAction => ({ type: 'loaded', items: items.map((n) => message(n)), older: { cursor: 'x' } })

test('what the stream said while the page was on its way is neither lost nor doubled, in whatever order they come', () => {
  expect(numbers(after({ type: 'loading' }, said(5), said(4), loaded(4, 3, 2)))).toEqual([2, 3, 4, 5])
  expect(numbers(after({ type: 'loading' }, loaded(4, 3, 2), said(5), said(4)))).toEqual([2, 3, 4, 5])
})

test('a deleted message does not come back, neither with an older answer nor with a late word', () => {
  const removed: ChatAction = { type: 'removed', id: message(3).id }
  expect(numbers(after({ type: 'loading' }, removed, loaded(4, 3, 2), said(3)))).toEqual([2, 4])
  expect(numbers(after({ type: 'loading' }, loaded(4, 3, 2), removed, said(3)))).toEqual([2, 4])
})

test('loading anew takes away what was deleted unseen', () => {
  expect(numbers(after({ type: 'loading' }, loaded(4, 3, 2), { type: 'loading' }, said(5), loaded(4, 2)))).toEqual([2, 4, 5])
})

test('one’s own message is never shown twice: the stream’s is held until the answer is there', () => {
  const sending: ChatAction = { type: 'sending', sending: { body: 'Body 5', isAgain: false } }
  const midway = after(loaded(4), sending, said(5, true), said(6))
  expect(numbers(midway)).toEqual([4, 6])
  const sent = chatReducer(midway, { type: 'sent', message: message(5) })
  expect([numbers(sent), sent.sending]).toEqual([[4, 5, 6], null])
  // Not answered, but taken all the same: it is there, once.
  const failed = chatReducer(midway, { type: 'not sent' })
  expect([numbers(failed), failed.sending]).toEqual([[4, 5, 6], null])
})

test('a message from before the first page waits for its page', () => {
  expect(numbers(after(loaded(9, 8), said(3), { type: 'older', items: [message(7), message(6)], older: 'none' }))).toEqual([6, 7, 8, 9])
})

test('a long chat lets go of its beginning and knows that it did', () => {
  const long = after({ type: 'loaded', items: Array.from({ length: 500 }, (_, n) => message(n)), older: 'none' }, { type: 'shorten' })
  expect([long.messages.length, numbers(long)[0], long.older]).toEqual([200, 300, 'unknown'])
})
