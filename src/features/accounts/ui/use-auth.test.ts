import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AuthProvider, useAuth } from './use-auth.ts'

function Who() {
  return useAuth().viewer?.displayName ?? 'nobody'
}

test('who reads the page is known below its provider, and nowhere else', () => {
  expect(() => renderToString(createElement(Who))).toThrow('useAuth must be used within an AuthProvider')
  expect(renderToString(createElement(AuthProvider, { value: { viewer: null } }, createElement(Who)))).toBe('nobody')
})
