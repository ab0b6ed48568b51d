import { expect, test } from 'vitest'
import { openStore } from '#platform/server/store/open-store.ts'

test('the embedded store forgets the rows it has given out', async () => {
  const store = await openStore({ onError: () => {} })
  const readRows = async (rounds: number) => {
    for (let n = 0; n < rounds; n++) await store.pool.query('select n, md5(n::text) as a, md5((n + 1)::text) as b from generate_series(1, 500) n')
  }
  await readRows(300)
  // Kept, 750,000 rows take some 300 MB, each time anew. What else is in this process may grow too, and once.
  let grown = Number.POSITIVE_INFINITY
  for (let times = 0; times < 4 && grown >= 150; times++) {
    const before = process.memoryUsage().rss
    await readRows(1_500)
    grown = (process.memoryUsage().rss - before) / 1e6
  }
  await store.close()
  expect(grown).toBeLessThan(150)
})
