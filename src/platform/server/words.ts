import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { isForgivenTypo, searchText, typoLetters } from '#platform/words.ts'

/**
 * Tsquery expressions for the words of a search text in the database's word lists (`word_vector`), one
 * per word, all of which must match in any order. `strict` matches words that begin with or contain
 * the given ones, `forgiving` also words with a typo (`isForgivenTypo`). Null if nothing can match.
 */
export type SearchWords = { words: string[]; strict: string[] | null; forgiving: string[] | null }

const mostWords = 8
const mostContaining = 100

type KnownWord = { word: string; begins: boolean; containing: string[]; near: string[] }

/** Looks up the words of a search text in the database's dictionary. A text without words matches nothing. */
export async function findSearchWords(db: Db, text: string): Promise<SearchWords> {
  const { rows } = await sql<KnownWord>`
    with asked as (
      select left(word, 64) as word, min(at) as at
      from unnest(string_to_array(plain_words(${searchText(text).text}), ' ')) with ordinality as given(word, at)
      where word <> '' group by 1 order by 2 limit ${mostWords})
    select word,
      coalesce(starts_with((select s.word from search_word s where s.word ~>=~ a.word order by s.word using ~<~ limit 1), a.word), false) as begins,
      case when length(word) < 3 then '{}' else array(
        select s.word from search_word s where s.word like '%' || a.word || '%' and not starts_with(s.word, a.word)
        order by length(s.word), s.word limit ${mostContaining}) end as containing,
      case when length(word) < ${typoLetters} then '{}' else array(
        select s.word from search_word s where s.near && near_words(a.word) and left(s.word, 1) = left(a.word, 1) order by s.word limit 500) end as near
    from asked a order by at`.execute(db)
  const known = rows.map((row) => ({ ...row, near: row.near.filter((near) => isForgivenTypo(row.word, near)) }))
  return {
    words: known.map(({ word }) => word),
    strict: allOf(known.map(strictly)),
    forgiving: known.some(({ near }) => near.length > 0) ? allOf(known.map(forgivingly)) : null,
  }
}

const isKnown = ({ begins, containing }: KnownWord) => begins || containing.length > 0

const strictly = (word: KnownWord) => (isKnown(word) ? [`${quoted(word.word)}:*`, ...word.containing.map(quoted)] : [])
const forgivingly = (word: KnownWord) => [...strictly(word), ...word.near.map(quoted)]

const quoted = (lexeme: string) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

function allOf(choices: string[][]): string[] | null {
  if (choices.length === 0 || choices.some((words) => words.length === 0)) return null
  return choices.map((words) => `(${words.join(' | ')})`)
}
