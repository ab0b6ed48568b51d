import { expect, test } from 'vitest'
import { openStore } from '#platform/server/store/open-store.ts'

test('the embedded store forgets the rows it has given out', async () => {
  const store = await openStore({ onError: () => {} })
  const readRows = async (rounds: number) => {
    for (let n = 0; n < rounds; n++) await store.pool.query('select n, md5(n::text) as a, md5((n + 1)::text) as b from generate_series(1, 500) n')
  }
  await readRows(300)
  const before = process.memoryUsage().rss
  await readRows(1_500)
  const grown = (process.memoryUsage().rss - before) / 1e6
  await store.close()
  // Kept, 750,000 rows take some 300 MB.
  expect(grown).toBeLessThan(150)
})
