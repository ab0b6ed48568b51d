import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { suiteOf, testFiles } from './scripts/suites.mjs'

const isFull = process.env.FULL === '1'
const minutes = 60_000
const files = Map.groupBy<string, string>(testFiles(), suiteOf)

/**
 * Joins the modules of the visible texts, one for each text, into one. A page ships only the texts that it uses. A test worker loads all of them,
 * and one by one they take most of its start.
 */
const joinedMessages: Plugin = {
  name: 'joined-messages',
  load(id) {
    if (!id.endsWith('/paraglide/messages/_index.js')) return
    const paths = [...readFileSync(id, 'utf8').matchAll(/from '(\.\/\w+\.js)'/g)].map(([, path = '']) => join(dirname(id), path))
    const texts = paths.map((path) => readFileSync(path, 'utf8').replaceAll(/^import .*$|^\/\*.*\*\/$/gm, ''))
    return [`import * as registry from '../registry.js'`, `import { getLocale, experimentalStaticLocale } from '../runtime.js'`, ...texts].join('\n')
  },
}

/** A suite (scripts/suites.mjs). Its time limits only prevent hanging: work of 5 s may take a minute on a busy machine. */
const suite = (name: string, test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  plugins: [joinedMessages],
  test: {
    name,
    include: files.get(name) ?? [],
    pool: 'forks',
    testTimeout: 2 * minutes,
    hookTimeout: 5 * minutes,
    globalSetup: ['tests/support/global-setup.ts'],
    // The compile cache makes each start of the product use a fifth less processor time.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '.tmp/compile-cache') },
    ...test,
  },
})

const suites = [
  suite('pure', {
    isolate: false,
    maxWorkers: 2,
    globalSetup: [],
    setupFiles: ['tests/support/seed-properties.ts'],
    env: { TEST_DATABASE_URL: '', TEST_TEMPLATE: '' },
  }),
  // Four workers keep two cores busy, because each waits for the database most of the time.
  suite('database', { isolate: false, maxWorkers: 4, setupFiles: ['tests/support/seed-properties.ts'] }),
  // The long run also measures recovery times, so its files run one after another.
  suite('faults', { maxWorkers: isFull ? 1 : 4, testTimeout: (isFull ? 30 : 10) * minutes }),
  suite('overload', { fileParallelism: false, testTimeout: 10 * minutes }),
  suite('journeys', {
    globalSetup: ['tests/support/global-setup.ts', 'tests/support/shared-products.ts'],
    setupFiles: ['tests/support/show-failures.ts'],
    isolate: false,
    maxWorkers: 3,
    testTimeout: 3 * minutes,
    expect: { poll: { timeout: 1 * minutes } },
  }),
  suite('canary', { fileParallelism: false, testTimeout: (isFull ? 30 : 10) * minutes }),
  suite('fuzz', { fileParallelism: false, testTimeout: 60 * minutes, hookTimeout: 15 * minutes }),
  suite('model', { fileParallelism: false }),
]

/** Small files that wait for half a minute. */
const slowFiles = ['src/platform/server/live/redis-driver.test.ts']

/** Starts large files first, as Vitest does where it knows no durations, and slow ones before them: a slow file at the end would run alone. */
class SlowFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]) {
    const isSlow = ({ moduleId }: TestSpecification) => Number(slowFiles.some((file) => moduleId.endsWith(file)))
    return (await super.sort(specifications)).toSorted((one, other) => isSlow(other) - isSlow(one))
  }
}

// Suites with different numbers of workers run one after another.
export default defineConfig({
  test: { sequence: { sequencer: SlowFirst }, projects: suites.map((each, at) => ({ ...each, test: { ...each.test, sequence: { groupOrder: at } } })) },
})
