import { sql } from 'kysely'
import { decodeCursor, pageOfRows, wholePlace } from '#platform/server/keyset.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { SubjectSort } from '../terms.ts'

export type SubjectPage = {
  kind: 'target' | 'industry' | 'cause'
  /** Of targets: only those of this industry. */
  industryId?: string | undefined
  /** Only those with active campaigns, or only those without. */
  has?: 'all' | 'campaigns' | 'none' | undefined
  sort: SubjectSort | 'supporters'
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
 * A page of targets, industries or causes in order: `ranked` is `subject_rank as k` cut to the page and one more, to be
 * narrowed by further conditions; `way`, `at` and `page` go with what is read of its rows, in the order of `place` and `subject_id`.
 */
export function subjectPage(db: Db, { kind, industryId, has = 'all', sort, cursor, limit }: SubjectPage) {
  // Without campaigns all numbers are nought: by name, then.
  const order = orders[has === 'none' ? 'az' : sort]
  const from = decodeCursor(cursor, order.kind)
  const after = from && (order.type === 'bigint' || order.type === 'numeric' ? wholePlace(from.after) : from.after)
  const column = sql.ref(`k.${order.column}`)
  const beyond = sql.raw(order.way === 'asc' ? '>' : '<')
  const ranked = db
    .selectFrom('subject_rank as k')
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
    /** The place of a row of `ranked as l`, as a cursor holds it. */
    at: sql<string | number>`l.place${sql.raw(order.kind === 'text' ? '' : '::float8')}`.as('at'),
    page: <Row extends { id: string; at: string | number }, Item>(rows: Row[], item: (row: Row) => Item) =>
      pageOfRows(rows, limit, { item, position: (row) => ({ after: row.at, id: row.id }) }),
  }
}
