import { type Kysely, sql } from 'kysely'
import { ownPledge } from '#features/pledges/server/public.ts'
import { isId } from '#platform/id.ts'
import { shownName } from '#platform/names.ts'
import type { DB } from '#platform/server/store/schema.gen.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Campaign } from '../contract.ts'
import { standingFor } from './hold.ts'
import { campaignRows, cardOf } from './queries.ts'

type Db = Kysely<DB>

/** One campaign as this viewer may see it, or null: for others a draft is like one that never was. */
export async function campaignPage(db: Db, key: { idOrSlug: string; viewer: Viewer | null }): Promise<Campaign | null> {
  const { idOrSlug, viewer } = key
  const row = await campaignRows(db)
    .leftJoin('person as p', 'p.id', 'c.creator_id')
    .select([
      'c.body_html',
      'c.why_it_matters',
      'c.supporters_goal',
      'c.outcome',
      'c.outcome_html',
      'c.created_at',
      'c.updated_at',
      'c.creator_id',
      'c.draft_causes',
      'p.first_name',
      'p.last_name',
      'p.deleted_at',
      't.is_fictional',
      sql<Date | null>`(select max(e.created_at) from campaign_edit e where e.campaign_id = c.id)`.as('edited_at'),
      lists.as('lists'),
      ownPledge('c.id', viewer?.id ?? null).as('pledge'),
    ])
    .where(isId(idOrSlug) ? 'c.id' : 'c.slug', '=', idOrSlug)
    .executeTakeFirst()
  if (!row) return null
  const standing = standingFor(row, viewer)
  if (!standing) return null
  const card = cardOf(row)
  return {
    ...card,
    target: { slug: row.target_slug, name: card.target.name, isFictional: row.is_fictional ?? false },
    bodyHtml: row.body_html,
    whyItMatters: row.why_it_matters,
    supportersGoal: row.supporters_goal,
    creator: row.creator_id === null ? null : { id: row.creator_id, name: shownName(row), isDeleted: row.deleted_at !== null },
    ...row.lists,
    causes: [...row.lists.causes, ...pendingCauses(row.draft_causes)],
    outcome: row.outcome,
    outcomeHtml: row.outcome_html,
    editedAt: row.edited_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    viewer: { ...standing.viewer, pledge: row.pledge },
  }
}

/** The lists that belong to a campaign, read with it: each round trip costs a tenth of what rendering the page does. */
const lists = sql<Pick<Campaign, 'causes' | 'actions' | 'alternatives' | 'sources'>>`json_build_object(
  'causes', coalesce((select json_agg(json_build_object('slug', k.slug, 'name', k.name) order by k.name) from campaign_cause cc join cause k on k.id = cc.cause_id where cc.campaign_id = c.id), '[]'),
  'actions', coalesce((select json_agg(a.action_text order by a.sort_order) from campaign_action a where a.campaign_id = c.id), '[]'),
  'alternatives', coalesce((select json_agg(json_build_object('name', a.name, 'url', a.url, 'note', a.note) order by a.sort_order) from campaign_alternative a where a.campaign_id = c.id), '[]'),
  'sources', coalesce((select json_agg(json_build_object('title', s.title, 'publisher', s.publisher, 'url', s.url) order by s.sort_order) from campaign_source s where s.campaign_id = c.id), '[]'))`

/** Causes that a draft only plans to add; the known ones are linked already. */
function pendingCauses(drafted: unknown): { slug: null; name: string }[] {
  if (!Array.isArray(drafted)) return []
  return drafted.flatMap((entry: unknown) => {
    const name: unknown = Object(entry).new_cause_name
    return typeof name === 'string' ? [{ slug: null, name }] : []
  })
}
