import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { isForgivenTypo, searchText, typoLetters } from '#platform/words.ts'

const mostWords = 8
const mostContaining = 50
/** With more alternatives than this, comparing the text of a `word_vector` is faster than looking each of them up in it. */
const mostLookedUp = 20

/** A word and what the word index is queried for in place of it: a tsquery, empty if nothing can match. */
type WordQuery = { word: string; query: string }

/** The words of a search text, all of which must match, in any order: words that begin with or contain the given ones. */
export type SearchWords = {
  queries: WordQuery[]
  /** The condition that a `word_vector` contains all words. */
  holds: (column: RawBuilder<unknown>) => RawBuilder<boolean>
  /** The same queries with typos forgiven (`isForgivenTypo`); null if there are no such words. The dictionary is read once. */
  withTypos: () => Promise<WordQuery[] | null>
}

type KnownWord = { word: string; isShort: boolean; containing: string[] }

/** Looks up the words of a search text in the database's dictionary. A text without words matches nothing. */
export async function findSearchWords(db: Db, text: string): Promise<SearchWords> {
  const { rows } = await sql<KnownWord>`
    with asked as (
      select left(word, 64) as word, min(at) as at
      from unnest(string_to_array(plain_words(${searchText(text).text}), ' ')) with ordinality as given(word, at)
      where word <> '' group by 1 order by 2 limit ${mostWords})
    select word, length(word) < 3 as "isShort", case when length(word) < 3 then '{}' else array(
      select s.word from search_word s where s.word like '%' || a.word || '%' order by length(s.word), s.word limit ${mostContaining + 1}) end as containing
    from asked a order by at`.execute(db)
  const queries = rows.map(({ word, isShort, containing }) => {
    const isPrefix = isShort || containing.length > mostContaining
    const choices = [...(isPrefix ? [`${quoted(word)}:*`] : []), ...containing.slice(0, mostContaining).map(quoted)]
    return { word, query: choices.join(' | ') }
  })
  // A word_vector's text has every word in quotes. The words have no wildcards, because they are letters and digits.
  const patterns = rows.map(({ word, isShort }) => (isShort ? `%'${word}%` : `%${word}%`))
  const isLookedUp = rows.every(({ containing }) => containing.length <= mostLookedUp)
  const every = allOf(queries)
  let typos: Promise<WordQuery[] | null> | undefined
  return {
    queries,
    holds: (column) => (every !== null && isLookedUp ? has(column, every) : sql`${column}::text like all(${patterns})`),
    withTypos() {
      typos ??= withNearWords(db, queries)
      return typos
    },
  }
}

/** The tsquery for all of these; null if nothing can match. */
export const allOf = (queries: WordQuery[]) =>
  queries.length === 0 || queries.some(({ query }) => query === '') ? null : queries.map(({ query }) => `(${query})`).join(' & ')

/** Calls the function behind the @@ operator, for which the planner uses no index. */
export const has = (column: RawBuilder<unknown>, query: string) => sql<boolean>`ts_match_vq(${column}, ${query}::tsquery)`

async function withNearWords(db: Db, queries: WordQuery[]): Promise<WordQuery[] | null> {
  const { rows } = await sql<{ near: string[] }>`
    select case when length(word) < ${typoLetters} then '{}' else array(
      select s.word from search_word s where s.near && near_words(a.word) and left(s.word, 1) = left(a.word, 1) order by s.word limit 500) end as near
    from unnest(${queries.map(({ word }) => word)}::text[]) with ordinality as a(word, at) order by at`.execute(db)
  const near = queries.map(({ word }, at) => (rows[at]?.near ?? []).filter((other) => isForgivenTypo(word, other)).map(quoted))
  if (near.every((words) => words.length === 0)) return null
  return queries.map((each, at) => ({ ...each, query: [...(each.query === '' ? [] : [each.query]), ...(near[at] ?? [])].join(' | ') }))
}

const quoted = (lexeme: string) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
