import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import { expect, test } from 'vitest'
import type { DB } from '#platform/server/store/schema.gen.ts'
import { findSearchWords } from '#platform/server/words.ts'
import { ownSite } from '#tests/support/own-site.ts'
import { aCampaign, aPerson, call, theSite } from '#tests/support/site.ts'

ownSite()

/** Each search must return exactly one title. The words of different titles start differently, so that none is a typo of another. */
const titles = [
  {
    script: 'Cyrillic',
    title: 'Бойкот молочных ферм',
    searches: { word: 'молочных', 'word in capitals': 'МОЛОЧНЫХ', 'part of a word': 'олочны', 'word with a typo': 'молошных' },
  },
  {
    script: 'Greek',
    title: 'Μποϊκοτάζ στα γαλακτοκομεία',
    searches: { word: 'γαλακτοκομεία', 'word in capitals': 'ΓΑΛΑΚΤΟΚΟΜΕΊΑ', 'part of a word': 'κτοκομ', 'word with a typo': 'γαλακτοκομία' },
  },
  {
    script: 'Vietnamese',
    title: 'Tẩy chay thuốc lá điện tử',
    searches: { word: 'thuốc', 'word in capitals': 'THUỐC', 'part of a word': 'huố', 'word with a typo': 'thuốk' },
  },
]

test('titles in Cyrillic, Greek and Vietnamese are found by a word, a part of a word and with a typo', async () => {
  const creator = await aPerson()
  for (const { title } of titles) await aCampaign(creator, { title })
  for (const { script, title, searches } of titles) {
    for (const [kind, text] of Object.entries(searches)) {
      const { status, body } = await call(null, 'GET', `/search?q=${encodeURIComponent(text)}`)
      const found = body.items?.map((item: { title: string }) => item.title)
      expect({ script, kind, status, found }).toEqual({ script, kind, status: 200, found: [title] })
    }
  }
})

// With LC_CTYPE=C, pg_trgm ignores letters outside ASCII, so each such search would read the whole dictionary.
test('a part of a word in Cyrillic or Greek is found by the dictionary’s index without reading every word', async () => {
  const { pool } = (await theSite()).store
  await pool.query(`
    insert into search_word (word)
    select prefix || translate(md5(i::text), '0123456789abcdef', letters)
    from generate_series(1, 1000) as i, (values ('верф', 'абвгдежзиклмнопр'), ('ναυπ', 'αβγδεζηθικλμνξοπ')) as scripts(prefix, letters)
    on conflict do nothing`)
  const queries: CompiledQuery[] = []
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void queries.push(query) })
  for (const part of ['олочны', 'κτοκομ']) await findSearchWords(db, part)
  const client = await pool.connect()
  try {
    await client.query('begin; set local enable_seqscan = off')
    for (const { sql, parameters } of queries) {
      const { rows } = await client.query<Record<'QUERY PLAN', string>>(`explain (analyze, costs off, timing off) ${sql}`, [...parameters])
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      const removed = [...plan.matchAll(/Rows Removed by Index Recheck: (\d+)/g)].map(([, count]) => Number(count))
      expect(plan).toContain('Bitmap Index Scan on search_word_trgm')
      expect({ plan, isSelective: removed.every((count) => count < 100) }).toEqual({ plan, isSelective: true })
    }
    expect(queries).toHaveLength(2)
  } finally {
    await client.query('rollback')
    client.release()
  }
})
