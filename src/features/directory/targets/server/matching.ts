import { type RawBuilder, sql } from 'kysely'
import { isListed } from '#platform/server/entry-named.ts'
import { inSearchTurn } from '#platform/server/ranked-search.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { allOf, findSearchWords } from '#platform/server/words.ts'
import { lengthOf, normalized } from '#platform/text.ts'

/** Escapes the wildcards of LIKE. */
const literally = (text: ReturnType<typeof sql>) => sql`replace(replace(replace(${text}, '\\', '\\\\'), '%', '\\%'), '_', '\\_')`

// Treats these characters as word boundaries too: Coca-Cola, H&M, L'Oréal.
const spaced = (text: ReturnType<typeof sql>) => sql`translate(${text}, '-&./''’', '      ')`

type Condition = RawBuilder<boolean>

/** True if there are published campaigns for this cause against the target. */
export const servesCause = (targetId: RawBuilder<unknown>, causeId: string | undefined): Condition =>
  sql<boolean>`${targetId} in (select r.target_id from campaign_rank r where r.cause_ids @> array[${causeId ?? null}::uuid])`

type Search = { search: string; industryId: string | undefined; causeId: string | undefined }

/**
 * A condition on `target as t` and `listed_entry as k`; null for an empty text. Matches names that contain the text or,
 * if there are none at all, names with its words in any order with typos allowed, as the search page does. All pages of
 * a list use the same rule.
 */
export async function targetsMatching(db: Db, { search, industryId, causeId }: Search): Promise<Condition | null> {
  const text = normalized(search)
  if (text === '') return null
  if (lengthOf(text) < 3) return startsWord(text)
  const inIndustry = industryId === undefined ? sql`` : sql`and t.industry_id = ${industryId}::uuid`
  const inCause = causeId === undefined ? sql`` : sql`and ${servesCause(sql.ref('t.id'), causeId)}`
  if (causeId === undefined && (await isFrequent(db, text, industryId))) return sql<boolean>`k.sort_name like ${contains(text)}`
  const { rows } = await sql`select 1 from target t where ${holds(text)} and ${isListed('t.id')} ${inIndustry} ${inCause} limit 1`.execute(db)
  if (rows.length > 0) return holds(text)
  const query = await inSearchTurn(async () => {
    const { queries, withTypos } = await findSearchWords(db, text)
    return allOf((await withTypos()) ?? queries)
  })
  // Finds the ids first by the index of words. Otherwise the planner would check each name in the list's order.
  return query === null ? sql<boolean>`false` : sql<boolean>`t.id = any(array(select d.id from target d where d.words @@ ${query}::tsquery))`
}

const namesTested = 1_000
const frequentFrom = 20

/**
 * True if at least `frequentFrom` of the first `namesTested` names contain the text. The list is then filtered in its own order, because the trigram
 * index would return every matching name to be sorted.
 */
async function isFrequent(db: Db, text: string, industryId: string | undefined): Promise<boolean> {
  const among = industryId === undefined ? sql`k.kind = 'target'` : sql`k.industry_id = ${industryId}::uuid`
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select k.sort_name from listed_entry k where ${among} order by k.sort_name, k.subject_id limit ${sql.lit(namesTested)}) k
    where k.sort_name like ${contains(text)}`.execute(db)
  return (rows[0]?.n ?? 0) >= frequentFrom
}

/** The name contains the text, without regard to case and accents. */
const holds = (text: string): Condition => sql<boolean>`norm(t.name) like ${contains(text)}`
const contains = (text: string) => sql`'%' || ${literally(sql`norm(${text})`)} || '%'`

/**
 * One or two letters occur in too many names, so they match only at the beginning of a word. The plain LIKE is a
 * prefilter: it costs a fifth of the other condition and leaves few rows for it.
 */
const startsWord = (text: string): Condition =>
  sql<boolean>`(k.sort_name like ${contains(text)}
    and ' ' || ${spaced(sql`k.sort_name`)} like '% ' || ${literally(spaced(sql`norm(${text})`))} || '%')`
