import { defineConfig } from 'vitest/config'

// One worker on the embedded store (it takes half a gigabyte), two on PostgreSQL. The files of a worker share its store,
// so every test makes the people and campaigns it speaks of.
const onPostgres = process.env.TEST_STORE === 'postgres'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/rules/**/*.test.ts', 'tests/matrix/**/*.test.ts', 'tests/faults/**/*.test.ts'],
    pool: 'forks',
    isolate: false,
    maxWorkers: onPostgres ? 2 : 1,
    // Against hanging alone: what takes 5 s here may take a loaded machine a minute.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    globalSetup: ['tests/support/global-setup.ts'],
    reporters: ['default', ['json', { outputFile: `.tmp/vitest-${onPostgres ? 'postgres' : 'embedded'}.json` }]],
  },
})
