import { expect, test } from 'vitest'
import type { ChatMessage } from '../contract.ts'
import { type ChatAction, type ChatState, chatReducer, startState } from './chat-state.ts'

const message = (n: number, author = 'someone'): ChatMessage => ({
  id: `message ${String(n).padStart(4, '0')}`,
  campaignId: 'campaign',
  author: { id: author, name: 'Ada L.', avatarUrl: null, isDeleted: false },
  body: `Body ${n}`,
  createdAt: new Date(1_000 * n),
  moderation: null,
})
const numbers = ({ messages }: ChatState) => messages.map(({ createdAt }) => createdAt.getTime() / 1_000)
const after = (...actions: ChatAction[]) => actions.reduce(chatReducer, startState)
const said = (n: number, isMine = false): ChatAction => ({ type: 'said', message: message(n), isMine })
const loaded = (...items: number[]): ChatAction => ({ type: 'loaded', hiddenAuthors: [], items: items.map((n) => message(n)), older: { cursor: 'x' } })

test('messages that arrive while the page loads are neither lost nor shown twice, in any order', () => {
  expect(numbers(after({ type: 'loading' }, said(5), said(4), loaded(4, 3, 2)))).toEqual([2, 3, 4, 5])
  expect(numbers(after({ type: 'loading' }, loaded(4, 3, 2), said(5), said(4)))).toEqual([2, 3, 4, 5])
})

test('a deleted message does not reappear with an older response or a late event', () => {
  const removed: ChatAction = { type: 'removed', id: message(3).id }
  expect(numbers(after({ type: 'loading' }, removed, loaded(4, 3, 2), said(3)))).toEqual([2, 4])
  expect(numbers(after({ type: 'loading' }, loaded(4, 3, 2), removed, said(3)))).toEqual([2, 4])
})

test('a restored message is shown with the next response', () => {
  const removed: ChatAction = { type: 'removed', id: message(3).id }
  expect(numbers(after(loaded(4, 3, 2), removed, { type: 'loading' }, loaded(4, 3, 2)))).toEqual([2, 3, 4])
})

test('reloading removes messages whose deletion was missed', () => {
  expect(numbers(after({ type: 'loading' }, loaded(4, 3, 2), { type: 'loading' }, said(5), loaded(4, 2)))).toEqual([2, 4, 5])
})

test('the viewer’s own message is never shown twice: its event is deferred until the response arrives', () => {
  const sending: ChatAction = { type: 'sending', sending: { body: 'Body 5', isRetry: false } }
  const midway = after(loaded(4), sending, said(5, true), said(6))
  expect(numbers(midway)).toEqual([4, 6])
  const sent = chatReducer(midway, { type: 'sent', message: message(5) })
  expect([numbers(sent), sent.sending]).toEqual([[4, 5, 6], null])
  // The request failed, but the live stream shows that the server has stored the message, so it is shown once.
  const failed = chatReducer(midway, { type: 'not sent' })
  expect([numbers(failed), failed.sending]).toEqual([[4, 5, 6], null])
})

test('a message that is older than the first page is not shown until its page is loaded', () => {
  expect(numbers(after(loaded(9, 8), said(3), { type: 'older', items: [message(7), message(6)], older: 'none' }))).toEqual([6, 7, 8, 9])
})

test('a long chat drops its oldest messages and can load them again', () => {
  const long = after({ type: 'loaded', hiddenAuthors: [], items: Array.from({ length: 500 }, (_, n) => message(n)), older: 'none' }, { type: 'shorten' })
  expect([long.messages.length, numbers(long)[0], long.older]).toEqual([200, 300, 'unknown'])
})
