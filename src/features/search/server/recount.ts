import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'

const missingWords = sql`
  select word from (
    select unnest(tsvector_to_array(words)) as word from campaign where id in (select id from public_campaign)
    union select unnest(tsvector_to_array(words)) from target
    union select unnest(tsvector_to_array(words) || word_list(array_to_string(tags, ' '))) from community) found
  where not exists (select from search_word s where s.word = found.word)`

const hasOtherWords = sql`words is distinct from campaign_words_of(title, summary, target_id)`

/** Words of campaigns, targets and communities that are missing from the dictionary, and campaigns that have other words, one line each. */
export async function wordDifferences(tx: Db): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`${missingWords} order by word`.execute(tx)
  const { rows: campaigns } = await sql<{ id: string }>`select id from campaign where ${hasOtherWords} order by id`.execute(tx)
  return [
    ...rows.map(({ word }) => `search: the word "${word}" is missing`),
    ...campaigns.map(({ id }) => `campaign ${id}: is found by other words than its own and its target's`),
  ]
}

/** Repairs both. Takes the advisory lock of the trigger function keep_search_words, so that it does not conflict with publishing. */
export async function repairWords(tx: Db): Promise<void> {
  await sql`update campaign set words = campaign_words_of(title, summary, target_id) where ${hasOtherWords}`.execute(tx)
  await sql`select pg_advisory_xact_lock(7265417)`.execute(tx)
  await sql`insert into search_word (word) ${missingWords} order by word on conflict do nothing`.execute(tx)
}
