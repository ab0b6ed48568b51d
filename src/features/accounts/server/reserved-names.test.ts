import { expect, test } from 'vitest'
import { isReservedName } from './reserved-names.ts'

test.each([
  'Administrator',
  'Moderator',
  'Holdout Team',
  'The Holdout Team',
  'The Holdout Crew',
  'Holdout Founder',
  'holdout',
  'HoldoutTeam',
  'H o l d o u t',
  'Holdout Support Anna',
  'Admin Smith',
  'Moderator 2',
  'AnnaAdmin',
  'Adm1n',
  '@dmin',
  'M0derat0r',
  'ADMlN',
  'Customer Support',
  'Official',
  // Cyrillic and Greek letters, full width, mathematical, with marks, and another language's word.
  '\u0410dmin',
  '\u041c\u043ederat\u043er',
  'H\u03bfld\u03bfut T\u0435\u0430m',
  '\uff21\uff44\uff4d\uff49\uff4e',
  '\u{1d40c}\u{1d428}\u{1d41d}\u{1d41e}\u{1d42b}\u{1d41a}\u{1d42d}\u{1d428}\u{1d42b}',
  'A\u0301dmi\u0308n',
  'Hold\u00f8ut Te\u00e4m',
  '\u0410\u0434\u043c\u0438\u043d\u0438\u0441\u0442\u0440\u0430\u0442\u043e\u0440',
])('%s appears to speak for the site', (name) => {
  expect(isReservedName(name)).toBe(true)
})

test.each([
  'Ada Lovelace',
  'Test Person',
  'Somebody Else',
  'Badminton Fan',
  'Anna Staff',
  'Modesty Blaise',
  'Amina Modi',
  'Proud Holdout Supporter',
  'Holden Outman',
  'Teamer',
  'Theo',
  'Root Beer',
  'Adminah',
  'Supporter',
  'Anonymous',
  '\u0410\u043d\u043d\u0430 \u041f\u0435\u0442\u0440\u043e\u0432\u0430',
  '\u738b\u5c0f\u660e',
  '\u0645\u062d\u0645\u062f',
  '1815',
  '!!!',
])('%s is an ordinary name', (name) => {
  expect(isReservedName(name)).toBe(false)
})
