import { expect, test } from 'vitest'
import { hostile } from '#tests/support/hostile-paths.ts'
import { isEmail, namesOf, signUpProblems } from './policy.ts'
import { safeReturnTo } from './return-to.ts'

const good = { name: 'Ada Lovelace', email: 'ada@people.test', username: '', password: 'blue pencil' }

test('each rule of signing up reports its field and its code', () => {
  expect(signUpProblems(good)).toEqual({})
  expect(signUpProblems({ ...good, username: 'Ada_1815' })).toEqual({})
  for (const [change, problem] of [
    [{ name: '   ' }, { name: 'FULL_NAME_REQUIRED' }],
    [{ name: '\u200b\u2060' }, { name: 'FULL_NAME_REQUIRED' }],
    [{ name: 'n'.repeat(101) }, { name: 'FULL_NAME_TOO_LONG' }],
    [{ email: '' }, { email: 'EMAIL_INVALID' }],
    [{ username: 'ab' }, { username: 'USERNAME_TOO_SHORT' }],
    [{ username: 'a'.repeat(31) }, { username: 'USERNAME_TOO_LONG' }],
    [{ username: 'a-b-c' }, { username: 'USERNAME_CHARACTERS' }],
    [{ username: 'аdmin' }, { username: 'USERNAME_CHARACTERS' }],
    [{ username: 'ad min' }, { username: 'USERNAME_CHARACTERS' }],
    [{ username: 'Ad_Min' }, { username: 'USERNAME_RESERVED' }],
    [{ username: '____' }, { username: 'USERNAME_RESERVED' }],
    [{ password: '12345' }, { password: 'PASSWORD_TOO_SHORT' }],
    [{ password: '😀😀😀😀😀' }, { password: 'PASSWORD_TOO_SHORT' }],
    [{ password: 'p'.repeat(129) }, { password: 'PASSWORD_TOO_LONG' }],
    [{ password: 'p'.repeat(128) }, { password: 'PASSWORD_REPEATS' }],
    [{ password: '      ' }, { password: 'PASSWORD_REPEATS' }],
    [{ password: 'abcABCabc' }, { password: 'PASSWORD_REPEATS' }],
    [{ password: ' \u3000 \u2003\u00a0 ' }, { password: 'PASSWORD_REPEATS' }],
  ] as const)
    expect(signUpProblems({ ...good, ...change })).toEqual(problem)
})

test('a full name of 100 characters, a username of 30, and a password of 6 or 128 are allowed', () => {
  expect(signUpProblems({ ...good, name: 'é'.repeat(100), username: 'a'.repeat(30), password: '😀🦀😀🦊😀🐢' })).toEqual({})
  expect(signUpProblems({ ...good, password: `x${'p'.repeat(127)}` })).toEqual({})
})

test('email addresses are distinguished from other text', () => {
  for (const email of ['a@b.co', "o'neil+x@mail.people.test", 'A.B@X-Y.museum', 'a_b-c@1.de', 'ada@münchen.example', 'a@пример.рф'])
    expect({ email, is: isEmail(email) }).toEqual({ email, is: true })
  for (const email of [
    '',
    'a',
    '@b.co',
    'a@b',
    'a@.co',
    '.a@b.co',
    'a..b@c.de',
    'a@b.c',
    'a b@c.de',
    'a@b.co\n',
    'a@b.co,c@d.ef',
    '<a@b.co>',
    'ä@b.co',
    `${'a'.repeat(250)}@b.co`,
  ])
    expect({ email, is: isEmail(email) }).toEqual({ email, is: false })
})

test('names are split and shortened for display, and are never derived from the email address', () => {
  expect(namesOf({ name: 'Ada', username: 'x' })).toEqual({ fullName: 'Ada', first: 'Ada', last: '', displayName: 'Ada' })
  expect(namesOf({ name: ' Ada  King  lovelace', username: '' })).toEqual({
    fullName: 'Ada King lovelace',
    first: 'Ada King',
    last: 'lovelace',
    displayName: 'Ada King L.',
  })
  expect([...namesOf({ name: `${'n'.repeat(98)} ß`, username: '' }).displayName]).toHaveLength(100)
})

const origin = 'https://holdout.example'

test('a return path keeps its query and fragment', () => {
  for (const path of [
    '/',
    '/campaigns',
    '/campaigns?causes=a%2Cb&sort=newest',
    '/campaigns/x?tab=updates#u1',
    '/campaigns/%D9%85',
    '/campaigns/create',
    '/search?q=a%2F%2Fb',
    '/authors',
  ])
    expect(safeReturnTo(path, origin)).toBe(path)
  expect(safeReturnTo('/a/../campaigns', origin)).toBe('/campaigns')
})

test('no return path leads to another site or back to the sign-in page', () => {
  expect(hostile.length).toBeGreaterThan(60)
  for (const raw of hostile) expect({ raw, to: safeReturnTo(raw, origin) }).toEqual({ raw, to: null })
})
