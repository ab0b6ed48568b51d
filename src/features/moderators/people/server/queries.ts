import { sql } from 'kysely'
import { decisionsAgainst, isSuspendedByAdmin, suspensionField, suspensionFrom } from '#features/moderation/server/public.ts'
import { isId } from '#platform/id.ts'
import { lastPart } from '#platform/last-part.ts'
import { decodeCursor, pageOfRows } from '#platform/server/keyset.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { shownCount, smallestShown } from '#platform/shown-count.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { PersonRow, RoleChange, SignUps } from '../contract.ts'
import { changesShown, type PeopleShown, shownDomains, signUpHours } from '../terms.ts'

const personRows = (db: Db) =>
  db
    .selectFrom('person as p')
    .select([
      'p.id',
      'p.display_name',
      'p.role',
      'p.created_at',
      suspensionField.as('suspension'),
      isSuspendedByAdmin(sql`p.id`).as('isByAdmin'),
      decisionsAgainst(sql`p.id`).as('decisions'),
    ])
    .where('p.deleted_at', 'is', null)
    .$narrowType<{ role: Viewer['role'] }>()
type Row = Awaited<ReturnType<ReturnType<typeof personRows>['execute']>>[number]

const personFrom = ({ id, display_name, role, created_at, suspension, isByAdmin, decisions }: Row): PersonRow => ({
  ...{ id, name: display_name, role, since: created_at.toISOString().slice(0, 10), decisions },
  suspension: suspension && suspensionFrom(suspension),
  isSuspendedByAdmin: suspension !== null && isByAdmin,
})

type Page = { q: string; show: PeopleShown; cursor?: string | undefined; limit: number }

/** People, the newest accounts first. A search finds names by the beginnings of their words. */
export async function listPeople(db: Db, { q, show, cursor, limit }: Page) {
  const from = decodeCursor(cursor, 'time')
  const searched = lastPart(q).toLowerCase()
  const rows = await personRows(db)
    .select(sql<string>`date_trunc('day', p.created_at, 'UTC')::text`.as('day'))
    .$if(searched !== '', (query) => query.where('p.id', 'in', matching(searched)))
    .$if(show === 'staff', (query) => query.where('p.role', '<>', 'member'))
    .$if(show === 'suspended', (query) => query.where('p.suspended_at', 'is not', null))
    // The cursor has only the day, because moderators may not see the exact time of a sign-up.
    .$if(from !== null, (query) => query.where(sql<boolean>`(p.created_at, p.id) < (select l.created_at, l.id from person l where l.id = ${from?.id}::uuid)`))
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit + 1)
    .execute()
  return pageOfRows(rows, limit, { item: personFrom, position: ({ day, id }) => ({ after: day, id }) })
}

/** The ids that a search finds. OFFSET 0 isolates it: otherwise the planner may follow the order of time and scan the whole table. */
function matching(searched: string) {
  if (isId(searched)) return sql<string>`(select ${searched}::uuid)`
  const words = sql`(select string_agg(quote_literal(word) || ':*', ' & ')::tsquery from unnest(word_list(${searched})) word)`
  return sql<string>`(
    select f.id from person f where f.username = ${searched} or f.shown_words @@ ${words} or word_vector(f.display_name) @@ ${words} offset 0)`
}

/** A person as moderators see them; null for an unknown or deleted account. */
export async function personById(db: Db, id: string): Promise<PersonRow | null> {
  const row = await personRows(db).where('p.id', '=', id).executeTakeFirst()
  return row ? personFrom(row) : null
}

type SignUpRow = { hours: { at: string; signUps: number }[]; domains: SignUps['domains'] | null; total: number }

/** Sign-ups of the last hours by hour and by mail domain. Accounts that were deleted since are left out. */
export async function signUpsByGroup(db: Db): Promise<SignUps> {
  const since = sql`now.hour - make_interval(hours => ${signUpHours - 1})`
  const { rows } = await sql<SignUpRow>`
    with now as (
      select date_trunc('hour', now(), 'UTC') as hour),
    recent as materialized (
      select date_trunc('hour', p.created_at, 'UTC') as hour, split_part(p.email, '@', 2) as domain from now, person p
      where p.created_at >= ${since} and p.deleted_at is null),
    hours as (
      select h.hour as at, count(r.hour)::int as "signUps"
      from now cross join lateral generate_series(${since}, now.hour, interval '1 hour') as h(hour) left join recent r on r.hour = h.hour group by 1),
    domains as (
      select domain as "mailDomain", count(*)::int as "signUps" from recent where domain is not null
      group by 1 having count(*) >= ${smallestShown} order by 2 desc, 1 limit ${shownDomains})
    select (select json_agg(h order by at desc) from hours h) as hours,
      (select json_agg(d order by "signUps" desc, "mailDomain") from domains d) as domains,
      (select count(*)::int from recent) as total`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('An aggregate returned no row')
  const domains = row.domains ?? []
  const others = row.total - domains.reduce((sum, { signUps }) => sum + signUps, 0)
  return {
    hours: row.hours.map(({ at, signUps }) => ({ at: new Date(at), signUps })),
    domains,
    otherDomains: shownCount(others),
  }
}

/** The latest changes of roles. */
export async function latestRoleChanges(db: Db): Promise<RoleChange[]> {
  const { rows } = await sql<RoleChange>`
    select a.id, json_build_object('id', q.id, 'name', q.display_name) as person, a.details->>'from' as "from", a.details->>'to' as "to",
      a.reason, case when p.id is not null then json_build_object('id', p.id, 'name', p.display_name) end as by, a.at
    from recorded_act a join person q on q.id = a.subject_id left join person p on p.id = a.actor_id
    where a.subject_kind = 'person' and a.action = 'role.granted' order by a.at desc, a.id desc limit ${changesShown}`.execute(db)
  return rows
}
