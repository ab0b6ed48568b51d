import { type RawBuilder, sql } from 'kysely'
import { inSearchTurn } from '#platform/server/ranked-search.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { findSearchWords } from '#platform/server/words.ts'
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
 * A condition on `target as t` and `subject_rank as k`; null for an empty text. Matches names that contain the text or,
 * if there are none at all, names with its words in any order with typos allowed, as the search page does. All pages of
 * a list use the same rule.
 */
export async function targetsMatching(db: Db, { search, industryId, causeId }: Search): Promise<Condition | null> {
  const text = normalized(search)
  if (text === '') return null
  if (lengthOf(text) < 3) return startsWord(text)
  const inIndustry = industryId === undefined ? sql`` : sql`and t.industry_id = ${industryId}::uuid`
  const inCause = causeId === undefined ? sql`` : sql`and ${servesCause(sql.ref('t.id'), causeId)}`
  const { rows } = await sql`select 1 from target t where ${holds(text)} ${inIndustry} ${inCause} limit 1`.execute(db)
  if (rows.length > 0) return holds(text)
  const { strict, forgiving } = await inSearchTurn(() => findSearchWords(db, text))
  const query = (forgiving ?? strict)?.join(' & ')
  // Finds the ids first by the index of words. Otherwise the planner would check each name in the list's order.
  return query === undefined ? sql<boolean>`false` : sql<boolean>`t.id = any(array(select d.id from target d where d.words @@ ${query}::tsquery))`
}

/** The name contains the text, without regard to case and accents. */
const holds = (text: string): Condition => sql<boolean>`norm(t.name) like '%' || ${literally(sql`norm(${text})`)} || '%'`

/**
 * One or two letters occur in too many names, so they match only at the beginning of a word. The plain LIKE is a
 * prefilter: it costs a fifth of the other condition and leaves few rows for it.
 */
const startsWord = (text: string): Condition =>
  sql<boolean>`(k.sort_name like '%' || ${literally(sql`norm(${text})`)} || '%'
    and ' ' || ${spaced(sql`k.sort_name`)} like '% ' || ${literally(spaced(sql`norm(${text})`))} || '%')`
