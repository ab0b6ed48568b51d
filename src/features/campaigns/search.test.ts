import { expect, test } from 'vitest'
import { aCampaign, aPerson, call, theSite } from '#tests/support/site.ts'

const titlesFor = async (q: string, more = '') => {
  const { status, body } = await call(null, 'GET', `/campaigns?q=${encodeURIComponent(q)}${more}`)
  expect(status).toBe(200)
  return body.items.map(({ title }: { title: string }) => title)
}

/** A word of letters that no other test uses. */
const aWord = (id: string) => id.slice(-10).replace(/[0-9]/g, (digit) => 'ghijklmnop'[Number(digit)] ?? 'q')

test('a search in the list ignores case, accents, word order and one typo', async () => {
  const creator = await aPerson()
  const word = aWord(creator.id)
  const title = `Keep Néstlé${word} out of our WATER`
  await aCampaign(creator, { title })
  for (const q of [
    `nestle${word}`,
    `NÉSTLÉ${word}`,
    `water nestle${word}`,
    `  out, of?  nestle${word} `,
    `nesle${word}`,
    `nestlle${word}`,
    `netsle${word}`,
    `nextle${word}`,
    `stle${word.slice(0, 6)}`,
    `nestle${word} wa`,
    `water's nestle${word}`,
  ]) {
    expect([q, await titlesFor(q)]).toEqual([q, [title]])
  }
  for (const q of [`nestle${word} xq`, `nsele${word}x`, `nestle${word} absentword`]) expect(await titlesFor(q)).toEqual([])
})

test('matches in the title come first in every order; matches with typos come last', async () => {
  const creator = await aPerson()
  const word = aWord(creator.id)
  const add = (title: string, summary: string) => aCampaign(creator, { title, summary })
  await add(`Alpha ${word} in the title`, 'Something else entirely')
  await add('Beta has it below only', `Stop ${word} now`)
  await add(`Gamma ${word}s in the title`, 'Something else entirely')
  await add(`Delta ${word.slice(0, 4)}${word.slice(5)} in the title`, 'Something else entirely')
  for (const sort of ['newest', 'trending', 'most_pledged']) {
    const names = (await titlesFor(word, `&sort=${sort}`)).map((title: string) => title.split(' ')[0])
    expect(names).toEqual(['Gamma', 'Alpha', 'Beta', 'Delta'])
  }
})

test('pages of matches have no duplicates and no gaps, in every order', async () => {
  const creator = await aPerson()
  const word = aWord(creator.id)
  const made = new Set<string>()
  for (let n = 0; n < 23; n++) {
    const inTitle = n % 3 > 0
    const title = inTitle ? `Campaign ${n} about ${word}` : `Campaign ${n} about others`
    made.add((await aCampaign(creator, { title, summary: inTitle ? 'Nothing in here' : `All of ${word}` })).slug)
  }
  for (const sort of ['newest', 'trending', 'most_pledged']) {
    const met: string[] = []
    let cursor = ''
    do {
      const { body } = await call(null, 'GET', `/campaigns?q=${word}&sort=${sort}&limit=4${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
      met.push(...body.items.map(({ slug }: { slug: string }) => slug))
      cursor = body.nextCursor
    } while (cursor)
    expect(met).toHaveLength(23)
    expect(new Set(met)).toEqual(made)
  }
})

test('a draft cannot be found, and its words are not in the dictionary, until it is published', async () => {
  const creator = await aPerson()
  const word = aWord(creator.id)
  const draft = await aCampaign(creator, { publish: false, title: `A secret ${word} plan` })
  expect(await titlesFor(word)).toEqual([])
  const { pool } = (await theSite()).store
  expect((await pool.query('select 1 from search_word where word = $1', [word])).rows).toEqual([])
  await call(creator, 'POST', `/campaigns/${draft.id}/publish`, { body: {} })
  expect(await titlesFor(word)).toEqual([`A secret ${word} plan`])
})

test('any search input gets a result or a 400 with a reason', async () => {
  const hostile = [
    '%',
    '_',
    "'",
    '"',
    '\\',
    "a' | 'b",
    'a & !b',
    '(((',
    ':*',
    '<->',
    'é'.repeat(300),
    'x.'.repeat(5_000),
    '😀',
    'שלום עולם',
    '企業不買運動',
    '\u202etxet',
    '\ufffd',
    '-',
    '’',
  ]
  for (const q of hostile) expect([q.slice(0, 10), (await call(null, 'GET', `/campaigns?q=${encodeURIComponent(q)}`)).status]).toEqual([q.slice(0, 10), 200])
  for (const q of ['%ED%A0%80', 'a%00b', '%C3']) expect([200, 400]).toContain((await call(null, 'GET', `/campaigns?q=${q}`)).status)
  for (const cursor of ['x', '7.abc', '0.abc', '1.WzEsMl0']) expect((await call(null, 'GET', `/campaigns?q=water&cursor=${cursor}`)).status).toBe(400)
})
