import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: '.',
    include: ['tests/faults/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: process.env.FULL === '1' ? 1_800_000 : 600_000,
    hookTimeout: 300_000,
    globalSetup: ['tests/support/global-setup.ts'],
    env: { TEST_STORE: 'postgres' },
    reporters: ['default', ['json', { outputFile: '.tmp/vitest-faults.json' }]],
  },
})
