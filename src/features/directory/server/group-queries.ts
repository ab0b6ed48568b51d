import { type RawBuilder, sql } from 'kysely'
import { numberColumns, numbersOf } from '#features/pledges/tallies/server/public.ts'
import { entryOfSlug, isListed } from '#platform/server/entry-named.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { EntrySort } from '../terms.ts'
import { entryPage } from './entry-pages.ts'

/** `own` selects, as JSON, the fields that only this kind has; the table is `g`. */
type Kind<Own> = { kind: 'industry' | 'cause'; own: RawBuilder<Own> }
type List = { active: boolean; sort: EntrySort; cursor?: string | undefined; limit: number }
type Row<Own> = Parameters<typeof numbersOf>[0] & { id: string; slug: string; name: string; description: string; own: Own; at: string | number }

/** Reads industries or causes with their current numbers. */
export function groupQueries<Own>({ kind, own }: Kind<Own>) {
  const columns = sql`g.id, g.slug, g.name, g.description, ${own} as own, ${sql.join(numberColumns.map((name) => sql.ref(name)))}`
  const numbers = sql`left join tally n on n.subject_id = g.id left join subject_rank k on k.subject_id = g.id`
  const groupOf = ({ id, slug, name, description, own: ownFields, ...row }: Row<Own>) => ({
    id,
    slug,
    name,
    description,
    ...ownFields,
    numbers: numbersOf(row),
  })
  return {
    async list(db: Db, { active, sort, cursor, limit }: List) {
      const { ranked, way, at, page } = entryPage(db, { kind, has: active ? 'campaigns' : 'all', sort, cursor, limit })
      const order = sql.raw(way)
      const { rows } = await sql<Row<Own>>`
        select ${columns}, ${at} from ${ranked.as('l')} join ${sql.table(kind)} g on g.id = l.subject_id ${numbers}
        order by l.place ${order}, l.subject_id ${order}`.execute(db)
      return page(rows, groupOf)
    },
    async bySlug(db: Db, slug: string) {
      const { rows } = await sql<Row<Own> & { isVerified: boolean }>`
        select ${columns}, ${isListed('g.id')} as "isVerified" from ${sql.table(kind)} g ${numbers} where g.id = ${entryOfSlug(kind, slug)}`.execute(db)
      if (!rows[0]) return null
      const { isVerified, ...row } = rows[0]
      return { ...groupOf(row), isVerified }
    },
  }
}
