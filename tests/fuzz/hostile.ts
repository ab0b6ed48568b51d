import fc from 'fast-check'

// Values that break programs, chosen for this product: every text column, number and list must survive them.

const bidi = '\u202eevil\u202c \u2066x\u2069'
const joined = 'e\u0301\u0302\u0303'.repeat(40)

export const oddTexts: string[] = [
  '',
  ' ',
  '\u00a0\u2003\ufeff',
  '\u0000',
  'before\u0000after',
  '\ud800',
  'half \udfff pair',
  '\ud83d\ude00'.repeat(30),
  '\ufffe\uffff',
  '\u200b\u200c\u200d\u2060',
  bidi,
  joined,
  '\u0645\u0642\u0627\u0637\u0639\u0629 \u0627\u0644\u0634\u0631\u0643\u0629',
  '\uff21\uff44\uff4d\uff49\uff4e',
  '\u0430dmin',
  '\u0130\u0131\u00df\ufb01',
  '\u0007\u001b[31mred',
  'line\r\nSet-Cookie: a=b\r\n\r\n<p>',
  '\u2028\u2029',
  "'; drop table person; --",
  "' or '1'='1",
  '%',
  '_%\\',
  '\\',
  '$1',
  '{{7*7}} \u0024{7*7} #{7*7}',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  '../../../../etc/passwd',
  '..\\..\\windows',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/',
  'https://user:secret@shop.example/',
  'https://shop.example/\\evil.example',
  '//evil.example',
  'null',
  'undefined',
  'NaN',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  '-1',
  '0x1f',
  '1e309',
  '1,5',
  '9007199254740993',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '01890000-0000-7000-8000-00000000000g',
  'create',
  'a,b,,c,',
  '![x](javascript:alert(1)) [y](data:text/html,z) **'.repeat(10),
  `${'['.repeat(500)}x`,
  `${'*_'.repeat(2_000)}a`,
  `${'> '.repeat(300)}deep`,
  'mailto:'.repeat(500),
  '-'.repeat(300),
  'a'.repeat(81),
  'a'.repeat(121),
  'a'.repeat(20_001),
  'W10',
  'eyJhIjoxfQ',
  'WyIyMDI2LTAxLTAxIDAwOjAwOjAwKzAwIiwiMDE4OTAwMDAtMDAwMC03MDAwLTgwMDAtMDAwMDAwMDAwMDAwIl0',
  'WzFlMzA4LCIwMTg5MDAwMC0wMDAwLTcwMDAtODAwMC0wMDAwMDAwMDAwMDAiXQ',
  'WyIyOTQyNzctMDEtMDEgMDA6MDA6MDArMDAiLCIwMTg5MDAwMC0wMDAwLTcwMDAtODAwMC0wMDAwMDAwMDAwMDAiXQ',
]

/** A value as literal JSON text, for numbers that JavaScript cannot represent and words that JSON does not have. */
export class Written {
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
  toString() {
    return this.json
  }
}

const oddNumbers = [0, -0, 1, -1, 0.1, 1e-9, 1e21, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 63, Number.MIN_VALUE, 10_000_001, 1_000_000_001]
const writtenNumbers = [
  '-0',
  '1e400',
  '-1e400',
  '9223372036854775808',
  '123456789012345678901234567890',
  '1.0',
  '1E2',
  'NaN',
  'Infinity',
  '0x10',
  '01',
  '.5',
  '1_000',
]

/** Keys that must never have an effect: fields of other people, database columns, and property names with a meaning in JavaScript. */
export const oddKeys = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'toJSON', 'valueOf'],
  ...[
    'role',
    'is_admin',
    'isAdmin',
    'user_id',
    'userId',
    'person_id',
    'creatorId',
    'status',
    'created_at',
    'createdAt',
    'id',
    'slug',
    'supporters',
    'counting_from',
  ],
  ...['', ' ', '\u0000', '\ud800', 'a.b', 'a[b]', '0', '-1', '$ref', 'x'.repeat(3_000)],
]

const nested = (depth: number, shape: 'array' | 'object') =>
  new Written(shape === 'array' ? '['.repeat(depth) + ']'.repeat(depth) : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)

const polluting = new Written('{"__proto__":{"isAdmin":true,"role":"admin"},"constructor":{"prototype":{"isAdmin":true}}}')

export const oddText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...oddTexts) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 150 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('a', ' ', '\u0301', '<', '\u00df', '\ud83e\udd2f'), fc.constantFrom(100, 2_100, 5_001, 60_000))
      .map(([unit, times]) => unit.repeat(times)),
  },
)

/** Any JSON value, and some text that is not valid JSON. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: oddText },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], { '': '' }) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...oddNumbers) },
  { weight: 2, arbitrary: fc.constantFrom(...writtenNumbers).map((json) => new Written(json)) },
  { weight: 1, arbitrary: fc.double() },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(10, 19, 21, 200, 3_000), fc.constantFrom<'array' | 'object'>('array', 'object'))
      .map(([depth, shape]) => nested(depth, shape)),
  },
  { weight: 1, arbitrary: fc.constant(polluting) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom<unknown>(1, 'a', null, {}), { maxLength: 200 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)
