import { type RawBuilder, sql } from 'kysely'
import { inSearchTurn } from '#platform/server/ranked-search.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { askedWords } from '#platform/server/words.ts'
import { lengthOf, neat } from '#platform/text.ts'

/** Makes what LIKE would take for a pattern plain. */
const literally = (text: ReturnType<typeof sql>) => sql`replace(replace(replace(${text}, '\\', '\\\\'), '%', '\\%'), '_', '\\_')`

// Where a word begins, beside after a space: Coca-Cola, H&M, L'Oréal.
const spaced = (text: ReturnType<typeof sql>) => sql`translate(${text}, '-&./''’', '      ')`

type Condition = RawBuilder<boolean>

/** Whether published campaigns for this cause are about the target with this id. */
export const servesCause = (targetId: RawBuilder<unknown>, causeId: string | undefined): Condition =>
  sql<boolean>`${targetId} in (select r.target_id from campaign_rank r where r.cause_ids @> array[${causeId ?? null}::uuid])`

type Search = { search: string; industryId: string | undefined; causeId: string | undefined }

/**
 * Which targets a search text finds, the same on every page of a list: those whose name holds it, and only where there
 * are none those that have its words in another order or but for a typo, as the search page. Null where nothing is asked
 * for. A condition on `target as t` beside `subject_rank as k`, which keeps the names as they are compared.
 */
export async function targetsMatching(db: Db, { search, industryId, causeId }: Search): Promise<Condition | null> {
  const text = neat(search)
  if (text === '') return null
  if (lengthOf(text) < 3) return startsWord(text)
  const inIndustry = industryId === undefined ? sql`` : sql`and t.industry_id = ${industryId}::uuid`
  const inCause = causeId === undefined ? sql`` : sql`and ${servesCause(sql.ref('t.id'), causeId)}`
  const { rows } = await sql`select 1 from target t where ${holds(text)} ${inIndustry} ${inCause} limit 1`.execute(db)
  if (rows.length > 0) return holds(text)
  const { strict, forgiving } = await inSearchTurn(() => askedWords(db, text))
  const query = (forgiving ?? strict)?.join(' & ')
  // Found first, by the index of words: in the order of a list each name would be looked at.
  return query === undefined ? sql<boolean>`false` : sql<boolean>`t.id = any(array(select d.id from target d where d.words @@ ${query}::tsquery))`
}

/** Whatever case and accents, anywhere in the name. */
const holds = (text: string): Condition => sql<boolean>`norm(t.name) like '%' || ${literally(sql`norm(${text})`)} || '%'`

/** One or two letters stand in too many names: only where a word begins. The plain look first costs a fifth and leaves little for the other. */
const startsWord = (text: string): Condition =>
  sql<boolean>`(k.sort_name like '%' || ${literally(sql`norm(${text})`)} || '%'
    and ' ' || ${spaced(sql`k.sort_name`)} like '% ' || ${literally(spaced(sql`norm(${text})`))} || '%')`
