import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { isForgivenTypo, searchText, typoLetters } from '#platform/words.ts'

/**
 * What a search text asks of the word lists in the store (`word_vector`), as tsquery, one for each of its words: all of them, in whatever order.
 * `strict` takes words that begin with or hold the asked ones, `forgiving` those but for a typo too (`isForgivenTypo`). Null where nothing can match.
 */
export type Asked = { words: string[]; strict: string[] | null; forgiving: string[] | null }

const mostWords = 8
const mostHolding = 100

type Known = { word: string; begins: boolean; holding: string[]; near: string[] }

/** Reads a search text with the dictionary of the store. No words in it: nothing matches. */
export async function askedWords(db: Db, text: string): Promise<Asked> {
  const { rows } = await sql<Known>`
    with asked as (
      select left(word, 64) as word, min(at) as at
      from unnest(string_to_array(plain_words(${searchText(text).text}), ' ')) with ordinality as given(word, at)
      where word <> '' group by 1 order by 2 limit ${mostWords})
    select word,
      coalesce(starts_with((select s.word from search_word s where s.word ~>=~ a.word order by s.word using ~<~ limit 1), a.word), false) as begins,
      case when length(word) < 3 then '{}' else array(
        select s.word from search_word s where s.word like '%' || a.word || '%' and not starts_with(s.word, a.word)
        order by length(s.word), s.word limit ${mostHolding}) end as holding,
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

const isKnown = ({ begins, holding }: Known) => begins || holding.length > 0

const strictly = (word: Known) => (isKnown(word) ? [`${quoted(word.word)}:*`, ...word.holding.map(quoted)] : [])
const forgivingly = (word: Known) => [...strictly(word), ...word.near.map(quoted)]

const quoted = (lexeme: string) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

function allOf(choices: string[][]): string[] | null {
  if (choices.length === 0 || choices.some((words) => words.length === 0)) return null
  return choices.map((words) => `(${words.join(' | ')})`)
}
