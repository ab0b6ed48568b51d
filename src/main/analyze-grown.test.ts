import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ownSite } from '#tests/support/own-site.ts'
import { aPerson, theSite, until } from '#tests/support/site.ts'
import { analyzeGrown } from './analyze-grown.ts'

// A site of its own, because only its own rows may change the statistics.
ownSite()

test('a table that has more than twice the rows of its statistics is analyzed, so that statements are planned anew', async () => {
  const { store } = await theSite()
  const person = await aPerson()
  const write = (count: number) =>
    sql`insert into written_text (person_id, kind) select ${person.id}::uuid, 'edit' from generate_series(1, ${count}::int)`.execute(store.db)
  const known = async () => Number((await sql<{ n: number }>`select reltuples as n from pg_class where relname = 'written_text'`.execute(store.db)).rows[0]?.n)
  expect(await known()).toBeLessThan(500)
  await write(1_200)
  // Connections report what they wrote a little later.
  await until(async () => {
    await analyzeGrown(store)
    return (await known()) >= 1_200
  })
  await write(300)
  const reported = async () =>
    Number((await sql<{ n: number }>`select n_live_tup as n from pg_stat_user_tables where relname = 'written_text'`.execute(store.db)).rows[0]?.n)
  await until(async () => (await reported()) >= 1_500)
  expect(await analyzeGrown(store)).not.toContain('written_text')
})
