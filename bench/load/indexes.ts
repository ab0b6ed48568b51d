import type pg from 'pg'

type Index = { table: string; definition: string; constraint: string | null; kind: string | null }
type Reference = { table: string; name: string; definition: string }
type Guard = { table: string; name: string }
/** Indexes, foreign keys and triggers that are removed for the load and restored after it. */
export type TakenOff = { indexes: Index[]; references: Reference[]; guards: Guard[] }

const findIndexes = `
  select i.indrelid::regclass::text as table, pg_get_indexdef(i.indexrelid) as definition, c.conname as constraint, c.contype as kind
  from pg_index i
  join pg_class t on t.oid = i.indrelid and t.relnamespace = 'public'::regnamespace
  left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
  where t.relname = any($1)`
const findReferences = `
  select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`
// These triggers work for each row: they look up its person without the dropped index, store its words or count it.
const findGuards = `
  select t.tgrelid::regclass::text as table, t.tgname as name from pg_trigger t join pg_proc f on f.oid = t.tgfoid
  where (f.proname in ('refuse_for_deleted', 'keep_search_words') or f.proname ~ '^keep_(community|post)_') and not t.tgisinternal`

/**
 * Drops every foreign key of the schema and every index of these tables, and disables three kinds of triggers: those that reject rows of deleted
 * people (there are none), store the words of the search (`fillSearchWords` does) and count the contents of communities (`fillCommunities` does).
 * Loading is several times faster without them.
 */
export async function takeOff(client: pg.ClientBase, tables: readonly string[]): Promise<TakenOff> {
  const { rows: references } = await client.query<Reference>(findReferences)
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint "${name}"`)
  const { rows: indexes } = await client.query<Index>(findIndexes, [tables])
  for (const { table, definition, constraint } of indexes) {
    if (constraint) await client.query(`alter table ${table} drop constraint "${constraint}"`)
    else await client.query(`drop index ${nameIn(definition)}`)
  }
  const { rows: guards } = await client.query<Guard>(findGuards)
  for (const { table, name } of guards) await client.query(`alter table ${table} disable trigger "${name}"`)
  return { indexes, references, guards }
}

/** Statements that recreate the indexes of one table; they may run concurrently with reads of it. */
export const indexStatements = ({ indexes }: TakenOff, table: string) => indexes.filter((index) => index.table === table).map(({ definition }) => definition)

/** Restores primary keys and unique constraints on the recreated indexes, then foreign keys and triggers. A dangling reference fails the load. */
export async function putConstraintsBack(client: pg.ClientBase, { indexes, references, guards }: TakenOff): Promise<void> {
  for (const { table, definition, constraint, kind } of indexes)
    if (constraint)
      await client.query(`alter table ${table} add constraint "${constraint}" ${kind === 'p' ? 'primary key' : 'unique'} using index ${nameIn(definition)}`)
  for (const { table, name, definition } of references) await client.query(`alter table ${table} add constraint "${name}" ${definition}`)
  for (const { table, name } of guards) await client.query(`alter table ${table} enable trigger "${name}"`)
}

const nameIn = (definition: string) => / INDEX (\S+) ON /.exec(definition)?.[1] ?? ''
