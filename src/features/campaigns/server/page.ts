import { type Kysely, sql } from 'kysely'
import { moderationFrom, moderationOf } from '#features/moderation/server/public.ts'
import { type QuietStep, quietSteps } from '#features/pledges/quiet/terms.ts'
import { ownPledge } from '#features/pledges/server/public.ts'
import { replyField, replyFrom } from '#features/replies/server/public.ts'
import { isId } from '#platform/id.ts'
import type { DB } from '#platform/server/store/schema.gen.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Campaign } from '../contract.ts'
import { accessFor } from './access.ts'
import { campaignRows, cardOf } from './queries.ts'

type Db = Kysely<DB>

/** A campaign as this viewer may see it, or null. For other viewers a draft does not exist. */
export async function campaignPage(db: Db, key: { idOrSlug: string; viewer: Viewer | null }): Promise<Campaign | null> {
  const { idOrSlug, viewer } = key
  const row = await campaignRows(db)
    .select([
      'c.body_html',
      'c.why_it_matters',
      'c.outcome',
      'c.outcome_html',
      'c.created_at',
      'c.updated_at',
      'c.draft_causes',
      'c.moderation',
      'c.quiet_every as quiet_wanted',
      's.quiet_every',
      's.quiet_at',
      's.quiet_until',
      moderationOf('c.moderation', 'c.id', 'c.creator_id').as('decision'),
      't.is_fictional',
      sql<Date | null>`(select max(e.created_at) from campaign_edit e where e.campaign_id = c.id)`.as('edited_at'),
      lists.as('lists'),
      replyField(viewer).as('reply'),
      ownPledge('c.id', viewer?.id ?? null).as('pledge'),
    ])
    .where(isId(idOrSlug) ? 'c.id' : 'c.slug', '=', idOrSlug)
    .executeTakeFirst()
  if (!row) return null
  const access = accessFor(row, viewer)
  if (!access) return null
  const card = cardOf(row)
  return {
    ...card,
    target: { slug: row.target_slug, name: card.target.name, isFictional: row.is_fictional ?? false },
    bodyHtml: row.body_html,
    whyItMatters: row.why_it_matters,
    ...row.lists,
    causes: [...row.lists.causes, ...pendingCauses(row.draft_causes)],
    outcome: row.outcome,
    outcomeHtml: row.outcome_html,
    editedAt: row.edited_at,
    moderation: row.decision && moderationFrom(row.decision),
    reply: card.status === 'draft' || card.isHistorical ? null : replyFrom(row.reply),
    quiet: quietOf(row),
    quietEvery: quietStepOf(row.quiet_wanted),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    viewer: { ...access.viewer, pledge: row.pledge },
  }
}

const quietStepOf = (stored: string | null): QuietStep | null => quietSteps.find((step) => step === stored) ?? null

function quietOf({ quiet_every, quiet_at, quiet_until }: { quiet_every: string | null; quiet_at: Date | null; quiet_until: Date | null }): Campaign['quiet'] {
  const every = quietStepOf(quiet_every)
  return every && quiet_at && quiet_until ? { every, countedAt: quiet_at, nextAt: quiet_until } : null
}

/** A campaign's lists, read in the same query: a round trip costs a tenth of the time that rendering the page takes. */
const lists = sql<Pick<Campaign, 'causes' | 'actions' | 'alternatives' | 'sources'>>`json_build_object(
  'causes', coalesce((select json_agg(json_build_object('slug', k.slug, 'name', k.name) order by k.name) from campaign_cause cc join cause k on k.id = cc.cause_id where cc.campaign_id = c.id), '[]'),
  'actions', coalesce((select json_agg(a.action_text order by a.sort_order) from campaign_action a where a.campaign_id = c.id), '[]'),
  'alternatives', coalesce((select json_agg(json_build_object('name', a.name, 'url', a.url, 'note', a.note) order by a.sort_order) from campaign_alternative a where a.campaign_id = c.id), '[]'),
  'sources', coalesce((select json_agg(json_build_object('url', s.url, 'description', s.description, 'publisher', s.publisher) order by s.sort_order) from campaign_source s where s.campaign_id = c.id), '[]'))`

/** Causes that do not exist yet and that a draft will create. Existing causes are already linked. */
function pendingCauses(drafted: unknown): { slug: null; name: string }[] {
  if (!Array.isArray(drafted)) return []
  return drafted.flatMap((entry: unknown) => {
    const name: unknown = Object(entry).new_cause_name
    return typeof name === 'string' ? [{ slug: null, name }] : []
  })
}
