import { defineConfig } from 'vitest/config'

// Malformed requests against the built product; FUZZ_REQUESTS says how many, FUZZ_SEED which, FUZZ_STORE=postgres where.
process.env.TEST_STORE = process.env.FUZZ_STORE === 'postgres' ? 'postgres' : 'embedded'

export default defineConfig({
  test: {
    root: '.',
    include: ['tests/fuzz/**/*.test.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 900_000,
    globalSetup: ['tests/support/global-setup.ts'],
    reporters: ['default', ['json', { outputFile: '.tmp/vitest-fuzz.json' }]],
  },
})
