import { type RawBuilder, sql } from 'kysely'

const nouns = [
  'campaign',
  'community',
  'community_card',
  'community_inside',
  'post',
  'comment',
  'update',
  'chat_message',
  'profile',
  'target',
  'company_statement',
  'picture',
] as const
export type Noun = (typeof nouns)[number]

/**
 * An SQL condition: the viewer may see the row of `noun` with this id. A viewer of null is a visitor, who sees what is public. The rules
 * are the functions visible_campaign, visible_community and so on (db/schema.sql). `id` names its table, because the function's result
 * has a column `id`, too.
 *
 * A scalar subquery on purpose: it runs per row by index, and the planner never turns it into a join with the whole table.
 */
export const isVisible = (noun: Noun, id: RawBuilder<unknown>, viewer: RawBuilder<unknown> | string | null) =>
  sql<boolean>`coalesce((select true from ${sql.ref(`visible_${noun}`)}(${viewer}::uuid) as seen(id) where seen.id = ${id}), false)`
