import { sql } from 'kysely'
import { decodeCursor, pageOfRows } from '#platform/server/keyset.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { LoggedAct } from '../contract.ts'
import type { LogFilter } from '../terms.ts'

type Row = Omit<LoggedAct, 'details'> & { details: Record<string, unknown>; after: string }

type LogQuery = { by: LogFilter; person?: string | undefined; cursor?: string | undefined; limit: number }

/**
 * The audit log merged with moderators' decisions about content and accounts, newest first: ids are UUIDv7. Decisions to keep content are left out,
 * because the audit log has an entry for each. `site` leaves out organizers and communities, who could fill the log.
 */
export async function loggedActs(db: Db, { by, person, cursor, limit }: LogQuery) {
  const from = decodeCursor(cursor, 'time')
  const own = (column: string) => sql`(${person ?? null}::uuid is null or ${sql.ref(column)} = ${person ?? null}::uuid)`
  const newest = sql`(${from?.id ?? null}::uuid is null or id < ${from?.id ?? null}::uuid) order by id desc limit ${limit + 1}`
  const { rows } = await sql<Row>`
    with a as (
      (select id, at, actor_id, action, details || names as details, reason, subject_kind, subject_id from recorded_act where (${by === 'all'} or action not like 'community%') and ${own('actor_id')} and ${newest})
      union all
      (select id, created_at, moderator_id, 'decision.' || state,
        jsonb_strip_nulls(jsonb_build_object('rule', rule, 'until', until, 'by', case when by_mods then 'community' end)), case when by_mods then '' else reason end, subject_kind, subject_id
      from recorded_decision where moderator_id is not null and state <> 'kept'
        and ${own('moderator_id')} and (${by === 'all'} or not (by_mods or state in ('hidden_by_organizer', 'shown_by_organizer'))) and ${newest}))
    select a.id, a.at, a.at::text as after, a.action, a.details, a.reason, json_build_object('kind', a.subject_kind, 'id', a.subject_id) as subject,
      case when p.id is not null then json_build_object('id', p.id, 'name', p.display_name) end as by
    from a left join person p on p.id = a.actor_id order by a.id desc limit ${limit + 1}`.execute(db)
  return pageOfRows(rows, limit, {
    item: ({ details, after: _after, ...act }): LoggedAct => ({ ...act, details: detailsOf(details) }),
    position: ({ after, id }) => ({ after, id }),
  })
}

/** The acts as rows of a CSV file, with a header. */
export async function logRows(db: Db, query: Omit<LogQuery, 'cursor'>): Promise<string[][]> {
  const { items } = await loggedActs(db, query)
  const rows = items.map(({ at, by, action, subject, details, reason }) => {
    const named = details.map(({ name, value }) => `${name}: ${value}`).join('; ')
    return [at.toISOString(), by?.id ?? '', by?.name ?? '', action, subject.kind, subject.id ?? '', named, reason]
  })
  return [['at', 'person_id', 'person', 'action', 'subject', 'subject_id', 'details', 'reason'], ...rows]
}

/** Converts the details to strings. All values are short: ids, settings and names. */
function detailsOf(details: Record<string, unknown>): LoggedAct['details'] {
  return Object.entries(details).map(([name, value]) => ({ name, value: typeof value === 'string' ? value : JSON.stringify(value) }))
}
