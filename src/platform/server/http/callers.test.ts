import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { openCallers } from './callers.ts'

test('a caller is the session’s person, or the network address if there is no session or it has ended', () => {
  const callers = openCallers({ clientAddress: () => '203.0.113.7', tokenOf: (cookies) => cookies ?? null })
  const callerOf = (token?: string) => {
    const request = new IncomingMessage(new Socket())
    if (token) request.headers.cookie = token
    return callers.callerOf(request)
  }
  expect(callerOf()).toBe('203.0.113.7')
  expect(callerOf('one')).toBe('session one')
  for (const token of ['one', 'two']) callers.learn(token, 'ada')
  callers.learn('old', null)
  expect([callerOf('one'), callerOf('two'), callerOf('old')]).toEqual(['person ada', 'person ada', '203.0.113.7'])
  callers.learn('one', null)
  expect(callerOf('one')).toBe('203.0.113.7')
})
