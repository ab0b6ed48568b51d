import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Against hanging only: a busy machine draws a page in more than the second that is usual.
    expect: { poll: { timeout: 60_000 } },
    root: '.',
    include: ['tests/journeys/**/*.test.ts'],
    setupFiles: ['tests/support/show-failures.ts'],
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 120_000,
    reporters: ['default', ['json', { outputFile: '.tmp/vitest-journeys.json' }]],
  },
})
