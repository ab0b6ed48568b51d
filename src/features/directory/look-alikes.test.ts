import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { aPerson, call, theSite } from '#tests/support/site.ts'

/** A key for each text: texts that look the same have one. */
async function keysOf(...texts: string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select look_alike_key(given.text) as key from unnest(${texts}::text[]) with ordinality as given(text, place) order by place`.execute(
    (await theSite()).store.db,
  )
  return rows.map(({ key }) => key)
}

const spellings = [
  ['capitals', 'FLICKERMOOR'],
  ['Cyrillic letters', 'Fli\u0441k\u0435rm\u043e\u043er'],
  ['Cyrillic capitals', 'FLI\u0421K\u0415R\u041c\u041e\u041eR'],
  ['Greek letters', 'Flickerm\u03bf\u03bfr'],
  ['Greek capitals', 'FL\u0399C\u039a\u0395R\u039c\u039f\u039fR'],
  ['full-width letters', '\uff26\uff4c\uff49\uff43\uff4b\uff45\uff52\uff4d\uff4f\uff4f\uff52'],
  ['mathematical letters', '\u{1d405}\u{1d425}\u{1d422}\u{1d41c}\u{1d424}\u{1d41e}\u{1d42b}\u{1d426}\u{1d428}\u{1d428}\u{1d42b}'],
  ['zero-width spaces and joiners', 'Fli\u200bcker\u200dmo\u200cor'],
  ['soft hyphens', 'Flicker\u00admoor'],
  ['marks in its letters', 'Fl\u00edck\u00ebrm\u00f6or'],
  ['combining marks', 'Fli\u0301cker\u0308moor'],
  ['an override of direction', '\u202eFlickermoor'],
  ['spaces', 'Flicker   moor'],
  ['dots and hyphens', 'F.l.i.c.k.e.r-moor.'],
  ['a zero for an o', 'Flickerm0or'],
  ['r and n for an m', 'Flickerrnoor'],
  ['a capital I for an l', 'FIickermoor'],
  ['its legal form', 'Flickermoor, Inc.'],
  ['another legal form', 'Flickermoor GmbH'],
  ['two legal forms', 'Flickermoor Pty. Ltd.'],
]

test.each(spellings)('a name is found in another spelling: %s', async (_what, spelling) => {
  const [key, other] = await keysOf('Flickermoor', spelling ?? '')
  expect(other).toBe(key)
})

test.each([
  ['H&M', 'H and M'],
  ['Barrow & Sons', 'Barrow and Sons Ltd'],
  ['Ikea', 'lkea'],
  ['Dell', 'DeII'],
  ['Google', 'G00g1e'],
  ['\u041e\u043a\u0430', '\u041e\u041a\u0410'],
])('%s and %s look the same', async (one, other) => {
  const [key, same] = await keysOf(one, other)
  expect(same).toBe(key)
})

test.each([
  ['Dell', 'Deli'],
  ['Ball', 'Bali'],
  ['3M', 'EM'],
  ['LG', 'IG'],
  ['A1', 'Al'],
  ['Disney', 'Disney+'],
  ['The Limited', 'The Corporation'],
  ['Bayer AG', 'Bayer'],
  ['\u738b\u5c0f', '\u5c0f\u738b'],
  ['???', '!!!'],
])('%s and %s are different names', async (one, other) => {
  const [key, different] = await keysOf(one, other)
  expect(different).not.toBe(key)
})

test('each letter of the list of Unicode has the key of the letter that it looks like', async () => {
  const list = (await import('../accounts/server/confusables.txt?raw')).default
  const pairs = list
    .split('\n')
    .filter((line) => /^[A-Za-z] /.test(line))
    .flatMap((line) => {
      const [shown = '', ...points] = line.split(' ')
      return points.map((point) => [shown, String.fromCodePoint(Number.parseInt(point, 16))] as const)
    })
    // Compatibility forms become the letters that they stand for.
    .filter(([, letter]) => letter.normalize('NFKD') === letter)
  const keys = await keysOf(...pairs.flatMap(([shown, letter]) => [`bc${shown}bcd`, `bc${letter}bcd`]))
  const wrong = pairs.filter((_, index) => keys[2 * index] !== keys[2 * index + 1])
  expect(pairs.length).toBeGreaterThan(500)
  expect(wrong.map(([shown, letter]) => `${letter.codePointAt(0)?.toString(16)} for ${shown}`)).toEqual([])
})

test('none of the names that a new site has look the same', async () => {
  const { db } = (await theSite()).store
  for (const table of ['target', 'industry', 'cause'] as const) {
    const names = await db.selectFrom(table).select(['name', 'name_key']).execute()
    expect(names.filter(({ name_key }) => name_key.includes('#'))).toEqual([])
    const keys = await keysOf(...names.map(({ name }) => name))
    expect(new Set(keys).size).toBe(names.length)
  }
})

test('a target, an industry and a cause are one, however their names are spelled, also in simultaneous requests', async () => {
  const people = await Promise.all(Array.from({ length: 14 }, () => aPerson()))
  const made = await Promise.all(
    people.map((person, place) => {
      const spelling = (spellings[place]?.[1] ?? '').normalize('NFC')
      return call(person, 'POST', '/campaigns', {
        body: aCampaignBody({ target: { name: spelling, industry: { name: `Industry ${spelling}` } }, causes: [{ name: `Cause ${spelling}` }] }),
      })
    }),
  )
  expect(made.map(({ status, body }) => (status === 201 ? 201 : body))).toEqual(made.map(() => 201))
  const ids = made.map(({ body }) => body.id)
  const { rows } = await sql`
    select count(distinct c.target_id)::int as targets, count(distinct t.industry_id)::int as industries, count(distinct cc.cause_id)::int as causes
    from campaign c join target t on t.id = c.target_id join campaign_cause cc on cc.campaign_id = c.id
    where c.id = any(${ids}::uuid[])`.execute((await theSite()).store.db)
  expect(rows).toEqual([{ targets: 1, industries: 1, causes: 1 }])
})
