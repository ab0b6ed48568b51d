import { describe } from 'vitest'
import { tellsNobodyElse } from './told.ts'

describe.skipIf(!process.env.FAULTS_DATABASE_URL)('on PostgreSQL', () => tellsNobodyElse('PostgreSQL'))
