import { implement } from '@orpc/server'
import { csvOf } from '#platform/csv.ts'
import { openRecent } from '#platform/server/recent.ts'
import { anyone, type RequestContext } from '#platform/server/rpc.ts'
import { type Transparency, transparencyContract } from '../contract.ts'
import { transparency } from './queries.ts'

const os = implement(transparencyContract).$context<RequestContext>()

/** The result is the same for everybody, so it is cached for a second, like a page. */
const recent = openRecent<Transparency>(1_000)

const get = os.get.use(anyone).handler(({ context: { db } }) => recent('site', () => transparency(db)))

const columns = ['month', 'hidden', 'removed', 'restored', 'suspended', 'pledges_removed', 'pledges_restored', 'pledges_never_counted'] as const

const csv = os.csv.use(anyone).handler(async ({ context: { db } }) => {
  const { months } = await recent('site', () => transparency(db))
  const name = 'transparency.csv'
  const text = csvOf([[...columns], ...months.map((month) => columns.map((column) => month[column] ?? 'under 10'))])
  return { headers: { 'content-disposition': `attachment; filename="${name}"` }, body: new File([text], name, { type: 'text/csv; charset=utf-8' }) }
})

export const transparencyProcedures = os.router({ get, csv })
