import { expect, test } from 'vitest'
import { requestCost } from './request-cost.ts'

const write = (path: string, headers: Record<string, string>, method = 'POST') => requestCost(path, { method, headers })?.cost ?? 0

test('the cost of writing a text grows with its length, and a request without a length costs as much as the longest text', () => {
  const comments = '/api/v1/campaigns/x/comments'
  expect(write(comments, { 'content-length': '200' })).toBe(500)
  expect(write(comments, { 'content-length': '20000' })).toBe(20_300)
  expect(write('/rpc/comments/add', { 'content-length': '9000' })).toBe(9_300)
  expect(write(comments, { 'content-length': '250000' })).toBe(20_300)
  expect(write(comments, { 'transfer-encoding': 'chunked' })).toBe(20_300)
  expect(write(comments, {}, 'GET')).toBe(300)
})

test('pictures, pledges and health checks have a fixed cost', () => {
  expect(write('/api/v1/media', { 'content-length': '4000000' })).toBe(300)
  expect(write('/api/v1/campaigns/x/pledge', { 'content-length': '2' }, 'PUT')).toBe(150)
  expect(requestCost('/healthz')).toBeNull()
})
