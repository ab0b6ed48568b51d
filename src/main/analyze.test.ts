import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#platform/server/store/migrate.ts'
import { openStore } from '#platform/server/store/open-store.ts'
import { until } from '#tests/support/site.ts'
import { analyzeWritten } from './analyze.ts'

test.runIf(process.env.TEST_STORE !== 'postgres')('the embedded store knows how large a table is after much was written, and looks at it once', async () => {
  // A store of its own: on the site's the job of every minute might have looked first, and the rows would stay in its lists.
  const store = await openStore({ folder: 'memory://', onError: () => {} })
  try {
    await migrate(store)
    await sql`insert into industry (id, name, slug) select gen_random_uuid(), 'Industry ' || n, 'industry-' || n from generate_series(1, 900) n`.execute(
      store.db,
    )
    await until(async () => (await analyzeWritten(store)).includes('industry'))
    const { rows } = await sql<{ reltuples: number }>`select reltuples from pg_class where relname = 'industry'`.execute(store.db)
    expect(rows[0]?.reltuples).toBeGreaterThanOrEqual(900)
    expect(await analyzeWritten(store)).not.toContain('industry')
  } finally {
    await store.close()
  }
})
