// Writes docs/RIGHTS.md from the tables in tests/matrix/rights.ts.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rightsPage } from '../tests/matrix/rights-page.ts'

writeFileSync(join(import.meta.dirname, '../docs/RIGHTS.md'), rightsPage())
