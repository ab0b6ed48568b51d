import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AuthProvider, useAuth } from './use-auth.ts'

function Who() {
  return useAuth().viewer?.displayName ?? 'nobody'
}

test('the viewer is known to the components below the provider only', () => {
  expect(() => renderToString(createElement(Who))).toThrow('useAuth must be used within an AuthProvider')
  expect(renderToString(createElement(AuthProvider, { value: { viewer: null } }, createElement(Who)))).toBe('nobody')
})
