import { type RawBuilder, sql } from 'kysely'
import { roleOf } from '#features/communities/server/public.ts'
import { type AuthorRow, authorFrom } from '#platform/author.ts'
import { decodeCursor, encodeCursor, pageOfRows } from '#platform/server/keyset.ts'
import { byWords, inSearchTurn } from '#platform/server/ranked-search.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Viewer } from '#platform/viewer.ts'
import { searchText } from '#platform/words.ts'
import type { Member } from '../contract.ts'

type Page = { communityId: string; q?: string | undefined; cursor?: string | undefined; limit: number; viewer: Viewer | null }
type Sql = RawBuilder<unknown>
type Row = AuthorRow & {
  person_id: string
  role: string
  role_rank: number
  created_at: Date
  at: string
}

/** Owner, mods, then the newest members; with `q` only those whose displayed name contains words with these prefixes. */
export async function membersOf(db: Db, { communityId, q = '', cursor, limit, viewer }: Page) {
  const asked = { within: membersFrom(communityId, placeFrom(cursor)), limit: limit + 1 }
  const text = searchText(q).text
  const rows = text ? await membersNamed(db, { ...asked, communityId, text }) : await allMembers(db, asked)
  return pageOfRows(rows, limit, {
    item: (row): Member => ({
      person: authorFrom(row.person_id, row),
      role: roleOf(row.role),
      joinedAt: row.created_at,
      isViewer: row.person_id === viewer?.id,
    }),
    position: (row) => ({ after: `${row.role_rank} ${row.at}`, id: row.person_id }),
  })
}

type Place = { rank: number; after: string | number; id: string }

/** Decodes a cursor: the rank of the role, then the time of joining. */
function placeFrom(cursor: string | undefined): Place | null {
  const place = decodeCursor(cursor, 'text')
  if (!place) return null
  const [, rank, at = ''] = /^([012]) (.*)$/s.exec(String(place.after)) ?? []
  // Rejects an invalid timestamp like any other invalid cursor.
  const moment = decodeCursor(encodeCursor({ after: at, id: place.id }), 'time')
  return moment && { ...moment, rank: Number(rank) }
}

const membersFrom = (communityId: string, from: Place | null): Sql =>
  sql`m.community_id = ${communityId} and m.status = 'active' ${
    from ? sql`and (m.role_rank, m.created_at, m.person_id) < (${from.rank}::smallint, ${from.after}::timestamptz, ${from.id}::uuid)` : sql``
  }`
const inOrder = sql`order by m.role_rank desc, m.created_at desc, m.person_id desc`
const columns = sql`m.person_id, m.role, m.role_rank, m.created_at, m.created_at::text as at, p.first_name, p.last_name, p.avatar_url, p.deleted_at`

type NameQuery = { within: Sql; limit: number }

async function allMembers(db: Db, { within, limit }: NameQuery): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${columns} from community_member m join person p on p.id = m.person_id where ${within} ${inOrder} limit ${limit}`.execute(db)
  return rows
}

/** Number of first members in the sample that estimates how frequent a name is. */
const sampled = 400
const lookedAtMost = 8_000
/** Communities up to this size are scanned completely, whatever the search text. */
const few = 2_000
const fewestToGoOn = 4

/**
 * Finds members by name: a frequent name by scanning the first members, a rare one through the index of names. PostgreSQL has no
 * statistics on word prefixes, so a sample of members determines which query is used.
 */
async function membersNamed(db: Db, { communityId, text, within, limit }: NameQuery & { communityId: string; text: string }): Promise<Row[]> {
  const { rows: read } = await sql<{ words: string[]; members: number }>`
    select word_list(${text}) as words, coalesce((select members::int from community_rank where community_id = ${communityId}), 0) as members`.execute(db)
  const [{ words, members } = { words: [], members: 0 }] = read
  if (words.length === 0) return []
  const query = words.map((word) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}':*`).join(' & ')
  // Excludes people without a first name: they are shown as "Anonymous" and must not be found by the initial of their last name.
  const named = sql`p.shown_words @@ ${query}::tsquery and p.first_name <> ''`
  const asked = { within, limit, named }
  const first = await membersAmong(db, { ...asked, looked: members <= few ? few : sampled })
  if (first.length === limit || members <= few) return first
  if (first.length >= fewestToGoOn) {
    // Examines 1.5 times as many members as the sample suggests.
    const looked = Math.min(lookedAtMost, Math.ceil((1.5 * sampled * limit) / first.length))
    const next = await membersAmong(db, { ...asked, looked })
    if (next.length === limit || members <= looked) return next
  }
  return inSearchTurn(() => byWords(db, (tx) => membersInIndex(tx, asked)))
}

type Naming = NameQuery & { named: Sql }

/** Members with this name among the first `looked` members. */
async function membersAmong(db: Db, { within, limit, named, looked }: Naming & { looked: number }): Promise<Row[]> {
  const first = sql`select * from community_member m where ${within} ${inOrder} limit ${looked}`
  const { rows } = await sql<Row>`
    select ${columns} from (${first}) m join person p on p.id = m.person_id where ${named} ${inOrder} limit ${limit}`.execute(db)
  return rows
}

/** Finds the people by name, then each person's membership. The other join order would read all members. */
async function membersInIndex(db: Db, { within, limit, named }: Naming): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with p as materialized (select p.id, p.first_name, p.last_name, p.avatar_url, p.deleted_at from person p where ${named})
    select ${columns} from p cross join lateral (select * from community_member m where m.person_id = p.id and ${within} offset 0) m ${inOrder} limit ${limit}`.execute(
    db,
  )
  return rows
}
