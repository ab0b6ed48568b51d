import type pg from 'pg'

type Relation = { id: string; name: string; kind: 'table' | 'view'; options: string; definition: string | null }
type Part = { relation: string; text: string }
type Constraint = Part & { isForward: boolean; tableName: string }
type Trigger = Part & { function: string }
type Function = { id: string; text: string }

const head = '-- Made by `npm run schema` from db/migrations: read this to see the data, change the migrations.'

/**
 * Returns the schema `public` as SQL that creates the same schema in an empty database. Tables are in order of creation, each with its constraints,
 * comments, indexes and triggers, so a table is only referenced by those below it; a trigger function precedes its first trigger. The text is the
 * same on PostgreSQL 15 and 18. Throws on an object that it cannot write.
 */
export async function readSchemaText(client: pg.ClientBase): Promise<string> {
  // The server omits the schema from names that the search path finds.
  await client.query("select set_config('search_path', 'public', false)")
  const rows = async <Row extends pg.QueryResultRow>(text: string) => (await client.query<Row>(text)).rows
  const unknown = await rows<{ text: string }>(unknownObjects)
  if (unknown.length) throw new Error(`scripts/schema-text.ts cannot write ${unknown.map(({ text }) => text).join(', ')}`)

  const relations = await rows<Relation>(relationsQuery)
  const columns = partsByRelation(await rows<Part>(columnsQuery))
  const constraints = await rows<Constraint>(constraintsQuery)
  const inTable = partsByRelation(constraints.filter(({ isForward }) => !isForward))
  const comments = partsByRelation(await rows<Part>(commentsQuery))
  const indexes = partsByRelation(await rows<Part>(indexesQuery))
  const triggers = await rows<Trigger>(triggersQuery)
  const functions = await rows<Function>(functionsQuery)
  const ofTriggers = new Set(triggers.map((trigger) => trigger.function))

  function triggersOf(relation: Relation): string[] {
    return triggers.flatMap((trigger) => {
      if (trigger.relation !== relation.id) return []
      const isFirst = ofTriggers.delete(trigger.function)
      return [...(isFirst ? functions.filter(({ id }) => id === trigger.function).map(({ text }) => text) : []), trigger.text]
    })
  }

  function writeTable(relation: Relation): string {
    const { id, name, options } = relation
    const lines = [...columns(id), ...inTable(id)].map((text) => `    ${onOneLine(text)}`)
    return [`CREATE TABLE ${name} (\n${lines.join(',\n')}\n)${options};`, ...comments(id), ...indexes(id), ...triggersOf(relation)].join('\n')
  }

  const writeView = (view: Relation) =>
    [`CREATE VIEW ${view.name}${view.options} AS\n${withoutSoleTable(view.definition ?? '')}`, ...comments(view.id)].join('\n')

  return `${[
    head,
    'SET check_function_bodies = off;',
    (await rows<Part>(extensionsQuery)).map(({ text }) => text).join('\n'),
    ...functions.filter(({ id }) => !ofTriggers.has(id)).map(({ text }) => text),
    ...relations.filter(({ kind }) => kind === 'table').map(writeTable),
    constraints
      .filter(({ isForward }) => isForward)
      .map(({ tableName, text }) => `ALTER TABLE ${tableName} ADD ${text};`)
      .join('\n'),
    ...relations.filter(({ kind }) => kind === 'view').map(writeView),
  ].join('\n\n')}\n`
}

function partsByRelation(parts: Part[]): (relation: string) => string[] {
  const groups = Map.groupBy(parts, ({ relation }) => relation)
  return (relation) => (groups.get(relation) ?? []).map(({ text }) => text)
}

/** Joins the lines into which the server breaks a long expression; a string literal keeps its line breaks. */
const onOneLine = (text: string) => text.replaceAll(/'(?:[^']|'')*'|\s*\n\s*/g, (piece) => (piece.startsWith("'") ? piece : ' '))

/** PostgreSQL 15 writes the table before each column of a view, PostgreSQL 16 and later only where there are several tables. */
function withoutSoleTable(definition: string): string {
  const table = /^ {3}FROM (\w+)(?:;|\n {2}WHERE )/m.exec(definition)?.[1]
  return table ? definition.replaceAll(new RegExp(`'(?:[^']|'')*'|\\b${table}\\.`, 'g'), (piece) => (piece.startsWith("'") ? piece : '')) : definition
}

/** SQL that is true for an object of an extension. The extension's own script creates such objects, so they are left out. */
const isOfExtension = (catalogue: string, object: string) =>
  `exists (select from pg_depend e where e.classid = '${catalogue}'::regclass and e.objid = ${object} and e.deptype = 'e')`

const extensionsQuery = "select format('CREATE EXTENSION %I;', extname) as text from pg_extension where extname <> 'plpgsql' order by extname"

const functionsQuery = `
  select oid::text as id, rtrim(pg_get_functiondef(oid), E'\\n') || ';' as text
  from pg_proc where pronamespace = 'public'::regnamespace and not ${isOfExtension('pg_proc', 'pg_proc.oid')}
  order by proname, pg_get_function_identity_arguments(oid)`

const relationsQuery = `
  select c.oid::text as id, quote_ident(c.relname) as name, case c.relkind when 'r' then 'table' else 'view' end as kind,
    coalesce(' WITH (' || array_to_string(c.reloptions || (select array_agg('toast.' || o) from unnest(t.reloptions) as o), ', ') || ')', '') as options,
    case c.relkind when 'v' then pg_get_viewdef(c.oid, true) end as definition
  from pg_class c left join pg_class t on t.oid = c.reltoastrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and not ${isOfExtension('pg_class', 'c.oid')}
  order by c.oid`

const columnsQuery = `
  select a.attrelid::text as relation, quote_ident(a.attname) || ' ' ||
    case when a.attidentity = '' and pg_get_serial_sequence(a.attrelid::regclass::text, a.attname) is not null
      then case a.atttypid when 'bigint'::regtype then 'bigserial' when 'integer'::regtype then 'serial' else 'smallserial' end
      else format_type(a.atttypid, a.atttypmod)
        || case when a.attcollation <> t.typcollation then ' COLLATE ' || a.attcollation::regcollation else '' end
        || case when a.attidentity <> '' then ' GENERATED ' || case a.attidentity when 'a' then 'ALWAYS' else 'BY DEFAULT' end || ' AS IDENTITY'
          when a.attgenerated <> '' then ' GENERATED ALWAYS AS (' || pg_get_expr(d.adbin, d.adrelid, true) || ') STORED'
          else coalesce(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid, true), '') end
        || case when a.attnotnull then ' NOT NULL' else '' end
      end as text
  from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attnum > 0 and not a.attisdropped
  order by a.attrelid, a.attnum`

/** PostgreSQL 18 alone has rows for "not null" constraints; they are written with their column. */
const constraintsQuery = `
  select conrelid::text as relation, conrelid::regclass::text as "tableName", confrelid > conrelid as "isForward",
    format('CONSTRAINT %I ', conname) || pg_get_constraintdef(oid, true) as text
  from pg_constraint where conrelid <> 0 and contype in ('p', 'u', 'x', 'c', 'f') and connamespace = 'public'::regnamespace
  order by conrelid, strpos('puxcf', contype::text), conname`

const commentsQuery = `
  select c.oid::text as relation, 'COMMENT ON ' || case when objsubid > 0 then 'COLUMN ' when c.relkind = 'v' then 'VIEW ' else 'TABLE ' end
    || c.oid::regclass || coalesce('.' || quote_ident(attname), '') || ' IS ' || quote_literal(description) || ';' as text
  from pg_description join pg_class c on c.oid = objoid left join pg_attribute on attrelid = objoid and attnum = objsubid and objsubid > 0
  where classoid = 'pg_class'::regclass and c.relnamespace = 'public'::regnamespace
  order by objoid, objsubid`

const indexesQuery = `
  select indrelid::text as relation, pg_get_indexdef(indexrelid, 0, true) || ';' as text
  from pg_index join pg_class c on c.oid = indexrelid
  where c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
  order by indrelid, c.relname`

const triggersQuery = `
  select tgrelid::text as relation, tgfoid::text as function, pg_get_triggerdef(oid, true) || ';' as text
  from pg_trigger where not tgisinternal order by tgrelid, tgname`

const unknownObjects = `
  select type || ' ' || identity as text
  from pg_depend d cross join pg_identify_object(d.classid, d.objid, d.objsubid)
  where d.refclassid = 'pg_namespace'::regclass and d.refobjid = 'public'::regnamespace and type not in ('extension', 'table', 'view', 'sequence', 'function')
    and not exists (select from pg_depend e where e.classid = d.classid and e.objid = d.objid and e.deptype = 'e')
  union all select 'schema ' || nspname from pg_namespace where nspname !~ '^pg_' and nspname not in ('public', 'information_schema')
  union all select 'row security of ' || oid::regclass from pg_class where relrowsecurity
  union all select 'inheritance of ' || inhrelid::regclass from pg_inherits
  union all select 'unlogged ' || oid::regclass from pg_class where relpersistence = 'u'
  union all select 'rule ' || rulename from pg_rewrite where rulename <> '_RETURN' and oid >= 16384
  union all select 'disabled trigger ' || tgname from pg_trigger where tgenabled <> 'O'
  union all select 'settings of sequence ' || seqrelid::regclass from pg_sequence where (seqstart, seqincrement, seqmin, seqcache, seqcycle) <> (1, 1, 1, 1, false)
  union all select 'sequence without a column ' || c.oid::regclass from pg_class c where relkind = 'S'
    and not exists (select from pg_depend d where d.objid = c.oid and d.refobjsubid > 0 and d.deptype in ('a', 'i'))
  union all select 'settings of column ' || attrelid::regclass || '.' || attname from pg_attribute join pg_type t on t.oid = atttypid
      join pg_class c on c.oid = attrelid
    where c.relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
      and (attstorage <> typstorage or attstattarget > 0 or attoptions::text ~ 'n_distinct' or attcompression <> '')
  union all select 'comment ' || description from pg_description d
    where objoid >= 16384 and classoid not in ('pg_class'::regclass, 'pg_extension'::regclass)
      and not exists (select from pg_depend e where e.classid = d.classoid and e.objid = d.objoid and e.deptype = 'e')`
