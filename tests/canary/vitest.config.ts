import { defineConfig } from 'vitest/config'

// Both stores at once: each crawl waits a minute when a person has asked as often as one person may.
export default defineConfig({
  test: {
    root: '.',
    include: ['tests/canary/**/*.test.ts'],
    maxWorkers: 2,
    testTimeout: process.env.FULL === '1' ? 1_800_000 : 900_000,
    hookTimeout: 300_000,
    globalSetup: ['tests/support/global-setup.ts'],
    env: { TEST_STORE: 'postgres' },
    reporters: ['default', ['json', { outputFile: '.tmp/vitest-canary.json' }]],
  },
})
