import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'

const shown = 5
const pledgesLookedAt = 200

export type Recommended = { slug: string; title: string; target: string; supporters: number }

/**
 * Active campaigns that share a cause or industry with the campaigns the person joined most recently, highest trending score first.
 * Leaves out campaigns that the person has joined or created.
 */
export async function recommendedTo(db: Db, personId: string): Promise<Recommended[]> {
  const { rows: fields } = await sql<{ industries: string[]; causes: string[] }>`
    with mine as (
      select r.industry_id, r.cause_ids from pledge p join campaign_rank r on r.campaign_id = p.campaign_id
      where p.person_id = ${personId} order by p.created_at desc limit ${pledgesLookedAt})
    select array(select distinct industry_id::text from mine where industry_id is not null) as industries,
      array(select distinct cause::text from mine, unnest(cause_ids) as cause) as causes`.execute(db)
  const { industries = [], causes = [] } = fields[0] ?? {}
  if (industries.length + causes.length === 0) return []
  const { rows } = await sql<Recommended>`
    select c.slug, c.title, t.name as target, s.supporters
    from (
      select r.campaign_id, r.score from campaign_rank r
      where r.status = 'active' and (r.cause_ids && ${causes}::uuid[] or r.industry_id = any(${industries}::uuid[]))
        and not exists (select from pledge p where p.campaign_id = r.campaign_id and p.person_id = ${personId})
        and not exists (select from campaign own where own.id = r.campaign_id and own.creator_id = ${personId})
      order by r.score desc, r.campaign_id desc limit ${shown}) as best
    join public_campaign c on c.id = best.campaign_id join target t on t.id = c.target_id join campaign_stats s on s.campaign_id = c.id
    order by best.score desc, c.id desc`.execute(db)
  return rows
}
