import { describe } from 'vitest'
import { findsNoLeaks } from './leaks.ts'

describe.skipIf(!process.env.FAULTS_DATABASE_URL)('on PostgreSQL', () => findsNoLeaks('PostgreSQL'))
