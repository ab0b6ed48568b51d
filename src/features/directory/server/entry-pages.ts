import { sql } from 'kysely'
import { decodeCursor, pageOfRows, wholePosition } from '#platform/server/keyset.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { EntrySort } from '../terms.ts'

export type EntryPage = {
  kind: 'target' | 'industry' | 'cause'
  /** Only targets of this industry. */
  industryId?: string | undefined
  /** Filters by whether there are active campaigns. */
  has?: 'all' | 'campaigns' | 'none' | undefined
  sort: EntrySort | 'supporters'
  cursor?: string | undefined
  limit: number
}

const orders = {
  az: { column: 'sort_name', kind: 'text', type: 'text', way: 'asc' },
  campaigns: { column: 'campaigns', kind: 'number', type: 'bigint', way: 'desc' },
  supporters: { column: 'supporters', kind: 'number', type: 'bigint', way: 'desc' },
  impact: { column: 'yearly_cents', kind: 'number', type: 'numeric', way: 'desc' },
  trending: { column: 'score', kind: 'number', type: 'float8', way: 'desc' },
} as const

/**
 * Builds a page of targets, industries or causes. `ranked` selects one row more than the page from `listed_entry as k`
 * and accepts further conditions. Its rows must be ordered by `place` and `subject_id` in the direction `way`, with
 * `at` selected, and passed to `page`.
 */
export function entryPage(db: Db, { kind, industryId, has = 'all', sort, cursor, limit }: EntryPage) {
  // All numbers are zero without campaigns, so the list is alphabetical.
  const order = orders[has === 'none' ? 'az' : sort]
  const from = decodeCursor(cursor, order.kind)
  const after = from && (order.type === 'bigint' || order.type === 'numeric' ? wholePosition(from.after) : from.after)
  const column = sql.ref(`k.${order.column}`)
  const beyond = sql.raw(order.way === 'asc' ? '>' : '<')
  const ranked = db
    .selectFrom('listed_entry as k')
    .select(['k.subject_id', column.as('place')])
    .$if(industryId === undefined, (query) => query.where('k.kind', '=', kind))
    .$if(industryId !== undefined, (query) => query.where('k.industry_id', '=', industryId ?? ''))
    .$if(has === 'campaigns', (query) => query.where('k.campaigns', '>', 0))
    .$if(has === 'none', (query) => query.where('k.campaigns', '=', 0))
    .$if(from !== null, (query) => query.where(sql<boolean>`(${column}, k.subject_id) ${beyond} (${after}::${sql.raw(order.type)}, ${from?.id}::uuid)`))
    .orderBy(column, order.way)
    .orderBy('k.subject_id', order.way)
    .limit(limit + 1)
  return {
    ranked,
    way: order.way,
    /** The sort value of a row of `ranked as l`, in the form that the cursor contains. */
    at: sql<string | number>`l.place${sql.raw(order.kind === 'text' ? '' : '::float8')}`.as('at'),
    page: <Row extends { id: string; at: string | number }, Item>(rows: Row[], item: (row: Row) => Item) =>
      pageOfRows(rows, limit, { item, position: (row) => ({ after: row.at, id: row.id }) }),
  }
}
