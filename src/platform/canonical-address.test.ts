import { expect, test } from 'vitest'
import { canonicalAddress } from './canonical-address.ts'

const groups: [string, string[]][] = [
  ['case and space', ['ada@people.test', ' ADA@People.Test ', 'Ada@PEOPLE.TEST']],
  ['plus tags', ['bea@people.test', 'bea+news@people.test', 'bea+a+b@people.test']],
  ['dots and the second domain of Gmail', ['adalovelace@gmail.com', 'ada.love.lace@gmail.com', 'Ada.Lovelace+x@googlemail.com']],
  ['Proton', ['adalovelace@proton.me', 'ada.love-lace@protonmail.com', 'Ada_Lovelace+x@pm.me']],
  ['iCloud', ['ada@icloud.com', 'ada@me.com', 'ada+x@mac.com']],
  ['Yandex', ['ada-l@yandex.ru', 'ada.l@ya.ru', 'ada.l+x@yandex.com']],
  ['Yahoo', ['ada@yahoo.com', 'ada-shopping@yahoo.com', 'ada-news+x@Yahoo.com']],
  ['Fastmail', ['cy@fastmail.com', 'cy+x@fastmail.com', 'anything@cy.fastmail.com', 'else@CY.fastmail.com']],
  ['international domains', ['ada@münchen.example', 'ada@MÜNCHEN.example', 'ada@xn--mnchen-3ya.example', 'ada+x@münchen.example']],
  ['what looks the same when composed', ['ada@caf\u00e9.example', 'ada@cafe\u0301.example']],
]

test.each(groups)('%s: one mailbox has one canonical address', (_name, spellings) => {
  expect(new Set(spellings.map(canonicalAddress)).size).toBe(1)
})

test('two mailboxes have two canonical addresses', () => {
  const others = ['ada@people.test', 'a.da@people.test', 'ada@gmail.com', 'ada@people.example', '+ada@people.test', 'adas@people.test']
  const providers = [
    'dan@fastmail.com',
    'dan@fastmail.fm',
    'dan@x.people.test',
    'dan@outlook.com',
    'd.an@outlook.com',
    'dan@hotmail.com',
    'dan@0x7f.1',
    'dan@yahoo.com',
    'dan@yahoo.fr',
    'dan-x@people.test',
  ]
  const all = [...others, ...providers, ...groups.map(([, [first = '']]) => first)]
  expect(new Set(all.map(canonicalAddress)).size).toBe(new Set(all).size)
})

test('text that is not an address gives some text and never an error', () => {
  for (const text of ['', '@', 'ada', 'ada@', '@x', 'a@b@c', 'a@[::1]', 'a@%', 'a@x:y', 'a@\u0000', 'a@//x', 'a@xn--\u00e9'])
    expect(typeof canonicalAddress(text)).toBe('string')
})
