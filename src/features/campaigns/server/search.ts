import { sql } from 'kysely'
import { type Searched, searchCount, searchPage } from '#platform/server/ranked-search.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { askedWords } from '#platform/server/words.ts'
import { type Chosen, cardsOf, chosenIds, type ListFilter, orders } from './queries.ts'

/** A page of public campaigns with all words of `text`, those that have them in the title first, then in the order asked for. */
export async function searchCampaigns(db: Db, filter: ListFilter & { text: string }) {
  const [chosen, asked] = await Promise.all([chosenIds(db, filter), askedWords(db, filter.text)])
  if (chosen === null) return { items: [], nextCursor: null }
  const { ids, nextCursor } = await searchPage(db, { searched: searchedCampaigns(filter, chosen), asked, cursor: filter.cursor, limit: filter.limit })
  return { items: await cardsOf(db, ids), nextCursor }
}

/** How many campaigns that is in all, up to a thousand; one more stands for any number beyond. */
export async function countCampaigns(db: Db, filter: ListFilter & { text: string }): Promise<number> {
  const [chosen, asked] = await Promise.all([chosenIds(db, filter), askedWords(db, filter.text)])
  return chosen === null ? 0 : searchCount(db, { searched: searchedCampaigns(filter, chosen), asked })
}

function searchedCampaigns(filter: ListFilter, chosen: Chosen): Searched {
  const { column, type } = orders[filter.sort]
  const { target, industry, causes } = chosen
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
