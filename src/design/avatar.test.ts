import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { shownName } from '#platform/names.ts'
import { Avatar } from './avatar.tsx'

const avatarOf = (person: { first_name: string; last_name: string; deleted_at: Date | null }) =>
  renderToStaticMarkup(createElement(Avatar, { name: shownName(person) }))

test('the avatar of a deleted person is a person icon, and any other avatar shows initials', () => {
  const ada = { first_name: 'Ada', last_name: 'Lovelace', deleted_at: null }
  const html = avatarOf({ ...ada, deleted_at: new Date() })
  expect(html).toContain('<svg')
  expect(html.replace(/<[^>]*>/g, '')).toBe('')
  expect(avatarOf(ada)).not.toContain('<svg')
  expect(avatarOf(ada).replace(/<[^>]*>/g, '')).toBe('AL')
})
