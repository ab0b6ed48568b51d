import { describe } from 'vitest'
import { isFull } from '#tests/support/figures.ts'
import { findsNoLeaks } from './leaks.ts'

// Both stores answer the same statements: in the short run one crawl, of the store that large sites have, speaks for both.
describe.runIf(isFull || !process.env.FAULTS_DATABASE_URL)('on the embedded store', () => findsNoLeaks('the embedded store'))
