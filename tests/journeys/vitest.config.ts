import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: '.',
    include: ['tests/journeys/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 120_000,

    reporters: ['default', ['json', { outputFile: '.tmp/vitest-journeys.json' }]],
  },
})
