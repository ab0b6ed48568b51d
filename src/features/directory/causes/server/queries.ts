import { numberColumns, numbersOf } from '#features/tallies/server/public.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { entryPage } from '../../server/entry-pages.ts'
import type { EntrySort } from '../../terms.ts'
import type { Cause } from '../contract.ts'

type CauseList = { active: boolean; sort: EntrySort; cursor?: string | undefined; limit: number }

/** A page of causes with their current numbers. */
export async function listCauses(db: Db, { active, sort, cursor, limit }: CauseList) {
  const { ranked, way, at, page } = entryPage(db, { kind: 'cause', has: active ? 'campaigns' : 'all', sort, cursor, limit })
  const rows = await db
    .selectFrom(ranked.as('l'))
    .innerJoin('cause as c', 'c.id', 'l.subject_id')
    .leftJoin('tally as n', 'n.subject_id', 'c.id')
    .leftJoin('subject_rank as k', 'k.subject_id', 'c.id')
    .select(causeColumns)
    .select(at)
    .orderBy('l.place', way)
    .orderBy('l.subject_id', way)
    .execute()
  return page(rows, causeOfRow)
}

export async function causeBySlug(db: Db, slug: string): Promise<Cause | null> {
  const row = await db
    .selectFrom('cause as c')
    .leftJoin('tally as n', 'n.subject_id', 'c.id')
    .leftJoin('subject_rank as k', 'k.subject_id', 'c.id')
    .select(causeColumns)
    .where('c.slug', '=', slug)
    .executeTakeFirst()
  return row ? causeOfRow(row) : null
}

const causeColumns = ['c.id', 'c.slug', 'c.name', 'c.description', 'c.icon', ...numberColumns] as const

type CauseRow = Parameters<typeof numbersOf>[0] & { id: string; slug: string; name: string; description: string; icon: string | null }

const causeOfRow = (row: CauseRow): Cause => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  description: row.description,
  icon: row.icon,
  numbers: numbersOf(row),
})
