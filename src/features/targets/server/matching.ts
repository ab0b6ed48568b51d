import { sql } from 'kysely'
import { neat } from '#platform/text.ts'

/** Makes what LIKE would take for a pattern plain. */
const literally = (text: ReturnType<typeof sql>) => sql`replace(replace(replace(${text}, '\\', '\\\\'), '%', '\\%'), '_', '\\_')`

// Where a word begins, beside after a space: Coca-Cola, H&M, L'Oréal.
const spaced = (text: ReturnType<typeof sql>) => sql`translate(${text}, '-&./''’', '      ')`

/**
 * Whether a name holds the text, whatever case and accents: anywhere from three characters on, at the beginning of a
 * word below that. A condition on `target as t` beside `subject_rank as k`, which keeps the names as they are compared.
 */
export function nameMatches(search: string) {
  const text = neat(search)
  if ([...text].length > 2) return sql<boolean>`norm(t.name) like '%' || ${literally(sql`norm(${text})`)} || '%'`
  // The plain look first: it costs a fifth and leaves little for the other.
  return sql<boolean>`(k.sort_name like '%' || ${literally(sql`norm(${text})`)} || '%'
    and ' ' || ${spaced(sql`k.sort_name`)} like '% ' || ${literally(spaced(sql`norm(${text})`))} || '%')`
}
