import { sql } from 'kysely'
import { type PageRequest, type Searched, searchPage } from '#platform/server/ranked-search.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { findSearchWords, type SearchWords } from '#platform/server/words.ts'
import { type Chosen, cardsOf, chosenIds, type ListFilter, orders } from './queries.ts'

/** The campaigns that are searched, and the order of the results. */
export type FoundFilter = Omit<ListFilter, 'cursor' | 'limit'>
type Matching = FoundFilter & { asked: SearchWords }

/** A page of public campaigns with all words of `text`: matches in the title first, then the requested order. */
export async function searchCampaigns(db: Db, filter: ListFilter & { text: string }) {
  const { items, nextCursor } = await campaignsMatching(db, { ...filter, asked: await findSearchWords(db, filter.text) })
  return { items, nextCursor }
}

/** The same with the total of the first page, exact up to a hundred; 101 means more. */
export async function campaignsMatching(db: Db, filter: Matching & PageRequest & { isPreview?: boolean }) {
  const { asked, cursor, limit, isPreview = false } = filter
  const chosen = await chosenIds(db, filter)
  if (chosen === null) return { items: [], nextCursor: null, total: cursor === undefined ? 0 : null }
  const { ids, ...page } = await searchPage(db, { searched: searchedCampaigns(filter, chosen), asked, cursor, limit, isPreview })
  return { items: await cardsOf(db, ids), ...page }
}

function searchedCampaigns(filter: FoundFilter, { target, industry, causes }: Chosen): Searched {
  const { column, type } = orders[filter.sort]
  return {
    table: 'campaign',
    title: sql`d.title_words`,
    words: sql`d.words`,
    rank: sql`campaign_rank r`,
    rankId: sql`r.campaign_id`,
    // One subquery for each status: the index gives the order within one status, but not across several.
    parts: filter.statuses.map((status) => sql`r.status = ${status}`),
    where: [
      ...(target !== null ? [sql`r.target_id = ${target}`] : []),
      ...(industry !== null ? [sql`r.industry_id = ${industry}`] : []),
      ...(causes !== null ? [sql`r.cause_ids && ${causes}::uuid[]`] : []),
    ],
    at: sql.ref(`r.${column}`),
    type,
    direction: 'desc',
  }
}
