import { sql } from 'kysely'
import { type Searched, searchCount, searchPage, type Wanted } from '#platform/server/ranked-search.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { type Asked, askedWords } from '#platform/server/words.ts'
import { type Chosen, cardsOf, chosenIds, type ListFilter, orders } from './queries.ts'

/** Which campaigns a search is among, and in which order. */
export type FoundFilter = Omit<ListFilter, 'cursor' | 'limit'>
type Matching = FoundFilter & { asked: Asked }

/** A page of public campaigns with all words of `text`, those that have them in the title first, then in the order asked for. */
export const searchCampaigns = async (db: Db, filter: ListFilter & { text: string }) =>
  campaignsMatching(db, { ...filter, asked: await askedWords(db, filter.text) })

export async function campaignsMatching(db: Db, filter: Matching & Wanted) {
  const chosen = await chosenIds(db, filter)
  if (chosen === null) return { items: [], nextCursor: null }
  const { asked, cursor, limit } = filter
  const { ids, nextCursor } = await searchPage(db, { searched: searchedCampaigns(filter, chosen), asked, cursor, limit })
  return { items: await cardsOf(db, ids), nextCursor }
}

/** How many campaigns that is in all, up to a thousand; one more stands for any number beyond. */
export async function countCampaigns(db: Db, filter: Matching): Promise<number> {
  const chosen = await chosenIds(db, filter)
  return chosen === null ? 0 : searchCount(db, { searched: searchedCampaigns(filter, chosen), asked: filter.asked })
}

function searchedCampaigns(filter: FoundFilter, { target, industry, causes }: Chosen): Searched {
  const { column, type } = orders[filter.sort]
  return {
    table: 'campaign',
    title: sql`d.title_words`,
    words: sql`d.words`,
    rank: sql`campaign_rank r`,
    rankId: sql`r.campaign_id`,
    // Each status apart: within one the index gives the order, across several it would not.
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
