import type pg from 'pg'
import { z } from 'zod'
import type { Statement } from './recorded.ts'

type Node = { type: string; index: string | null; table: string | null; loops: number; rows: number; children: Node[] }
export type Plan = {
  /** Node types, indexes and tables only, so that the same plan has the same text at every size. */
  shape: string
  /** Blocks of 8 kB touched, whether cached or read. */
  blocks: number
  rows: number
  /** Access paths of the tables; compared instead of `shape` where the planner may choose by the values. */
  ways: string[]
  /** Tables that were read completely. */
  scanned: string[]
}

const Raw = z.looseObject({
  'Node Type': z.string(),
  'Index Name': z.string().optional(),
  'Relation Name': z.string().optional(),
  'Actual Loops': z.number(),
  'Actual Rows': z.number(),
  'Shared Hit Blocks': z.number(),
  'Shared Read Blocks': z.number(),
  Plans: z.array(z.unknown()).optional(),
})

/** Runs the statement and returns its plan; `client` must be in a transaction that is rolled back. */
export async function planOf(client: pg.ClientBase, { text, values }: Statement): Promise<Plan> {
  const { rows } = await client.query<{ 'QUERY PLAN': unknown }>(`explain (analyze, buffers, timing off, summary off, format json) ${text}`, [...values])
  const [{ Plan: top }] = z.tuple([z.object({ Plan: z.unknown() })]).parse(rows[0]?.['QUERY PLAN'])
  const raw = Raw.parse(top)
  const node = nodeOf(raw)
  return {
    shape: shapeOf(node),
    blocks: raw['Shared Hit Blocks'] + raw['Shared Read Blocks'],
    rows: node.rows,
    ways: waysIn(node),
    scanned: [...new Set(scansIn(node))].sort(),
  }
}

function nodeOf(given: unknown): Node {
  const raw = Raw.parse(given)
  return {
    type: raw['Node Type'],
    index: raw['Index Name'] ?? null,
    table: raw['Relation Name'] ?? null,
    loops: raw['Actual Loops'],
    rows: raw['Actual Rows'],
    children: (raw.Plans ?? []).map(nodeOf),
  }
}

// These nodes only sort, buffer or pass on rows. They vary by chance when rows are few, so a shape leaves them out.
const passing = new Set([
  'Limit',
  'Subquery Scan',
  'Materialize',
  'Memoize',
  'Result',
  'Gather',
  'Gather Merge',
  'Hash',
  'Unique',
  'CTE Scan',
  'Incremental Sort',
])

function shapeOf({ type, index, table, children }: Node): string {
  const below = [...new Set(children.map(shapeOf).filter(Boolean))].join(', ')
  if (passing.has(type)) return below
  const name = [type.replace(/^Parallel /, ''), index ?? table].filter(Boolean).join(' ')
  return below ? `${name} (${below})` : name
}

function waysIn({ type, index, table, children }: Node): string[] {
  const own = /Scan$/.test(type) && (index ?? table) ? [`${type.replace(/^Parallel /, '')} ${index ?? table}`] : []
  return [...own, ...children.flatMap(waysIn)]
}

function scansIn({ type, table, loops, children }: Node): string[] {
  return [...(type === 'Seq Scan' && table && loops > 0 ? [table] : []), ...children.flatMap(scansIn)]
}
