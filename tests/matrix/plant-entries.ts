import { v7 as uuidv7 } from 'uuid'
import { aCampaign, type Person, theSite } from '#tests/support/site.ts'
import { uniqueWords } from '#tests/support/unique-words.ts'

/** Creates a campaign, and returns the slugs of its target, industry and cause. */
export async function subjectsOf(creator: Person): Promise<{ targets: string; industries: string; causes: string }> {
  const { id } = await aCampaign(creator, { target: { name: `Target ${uniqueWords()}`, industry: { name: `Industry ${uniqueWords()}` } } })
  return (await theSite()).store.db
    .selectFrom('campaign as c')
    .innerJoin('target as t', 't.id', 'c.target_id')
    .innerJoin('industry as i', 'i.id', 't.industry_id')
    .innerJoin('campaign_cause as o', 'o.campaign_id', 'c.id')
    .innerJoin('cause', 'cause.id', 'o.cause_id')
    .select(['t.slug as targets', 'i.slug as industries', 'cause.slug as causes'])
    .where('c.id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Inserts a target that no moderator has verified. */
export async function plantEntry(): Promise<{ id: string; slug: string }> {
  const id = uuidv7()
  await (await theSite()).store.db
    .insertInto('target')
    .values({ id, slug: id, name: `Entry ${id}`, is_verified: false })
    .execute()
  return { id, slug: id }
}

/** Merges a target into another one. */
export async function plantMerge(): Promise<{ id: string; slug: string }> {
  const { db } = (await theSite()).store
  const [id, from, into] = [uuidv7(), await plantEntry(), await plantEntry()]
  await db.insertInto('entry_merge').values({ id, kind: 'target', from_id: from.id, into_id: into.id }).execute()
  await db.updateTable('target').set({ merged_into: into.id }).where('id', '=', from.id).execute()
  return { id, slug: '' }
}
