import { gunzipSync } from 'node:zlib'
import { type KyselyPlugin, sql } from 'kysely'
import { expect, test } from 'vitest'
import { isFull } from '#tests/support/figures.ts'
import { ownSite } from '#tests/support/own-site.ts'
import { theSite } from '#tests/support/site.ts'
import { openSitemap } from './sitemap.ts'

// No job runs while the test empties the tables.
ownSite({ JOBS: 'off' }, { isPatient: true })

const [all, partSize] = isFull ? [60_000, 50_000] : [6_000, 5_000]

test('targets beyond the limit of a part are in a second part, each once, and a few thousand rows are read at a time', { timeout: 120_000 }, async () => {
  const { store } = await theSite()
  await sql`truncate target cascade`.execute(store.db)
  // Disables the triggers of `target`, since only the URLs matter here.
  await sql`alter table target disable trigger user`.execute(store.db)
  for (let from = 1; from <= all; from += 2_000)
    await sql`
      insert into target (id, slug, name, name_key)
      select gen_random_uuid(), 'many-' || n, 'Many ' || n, 'many' || n from generate_series(${from}::int, ${from + 1_999}::int) n`.execute(store.db)
  await sql`alter table target enable trigger user`.execute(store.db)
  await sql`insert into subject_rank (subject_id, kind, sort_name) select id, 'target', name from target`.execute(store.db)
  let most = 0
  const counted: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      most = Math.max(most, result.rows.length)
      return result
    },
  }
  const sitemap = openSitemap({ db: store.db.withPlugin(counted), origin: 'https://holdout.test', partSize })
  const index = await sitemap.index()
  const parts = [...index.matchAll(/sitemaps\/(targets-\d+)\.xml/g)].map(([, name]) => name ?? '')
  expect(parts).toEqual(['targets-1', 'targets-2'])

  const made = await Promise.all(parts.map((name) => sitemap.part(name)))
  const slugs = made.map((part) =>
    [
      ...gunzipSync(part?.body ?? '')
        .toString()
        .matchAll(/\/targets\/(many-\d+)</g),
    ].map(([, slug]) => slug),
  )
  expect(slugs.map(({ length }) => length)).toEqual([partSize, all - partSize])
  expect(new Set(slugs.flat()).size).toBe(all)
  // Bounds the memory: only a limited number of rows is read at a time, and a part is kept in compressed form.
  expect(most).toBeGreaterThan(1_000)
  expect(most).toBeLessThan(5_000)
  // The part is cached, so the same object is returned without reading the targets again.
  expect(await sitemap.part('targets-1')).toBe(made[0])
})
