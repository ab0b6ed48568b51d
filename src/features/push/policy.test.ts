import { expect, test } from 'vitest'
import { isAllowedEndpoint } from './policy.ts'

const services = ['https://fcm.googleapis.com', 'https://*.push.apple.com', 'http://127.0.0.1:9']

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc:def', true],
  ['https://web.push.apple.com/QGuQyavXutnMH9', true],
  ['https://a.b.push.apple.com/x', true],
  ['http://127.0.0.1:9/x', true],
  ['https://push.apple.com/x', false],
  ['https://evilpush.apple.com/x', false],
  ['https://web.push.apple.com.evil.example/x', false],
  ['http://web.push.apple.com/x', false],
  ['https://web.push.apple.com:8443/x', false],
  ['https://fcm.googleapis.com:8443/x', false],
  ['http://fcm.googleapis.com/x', false],
  ['https://fcm.googleapis.com@evil.example/x', false],
  ['https://evil.example/?https://fcm.googleapis.com/', false],
  ['https://FCM.googleapis.com/x', false],
  ['', false],
])('%s is an allowed push endpoint: %s', (endpoint, isAllowed) => expect(isAllowedEndpoint(endpoint, services)).toBe(isAllowed))
