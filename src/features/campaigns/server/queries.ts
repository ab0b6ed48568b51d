import { type Kysely, sql } from 'kysely'
import { pictureOf } from '#features/media/server/public.ts'
import { scoreNow } from '#features/pledges/tallies/server/public.ts'
import { shownName } from '#platform/names.ts'
import { decodeCursor, pageOfRows } from '#platform/server/keyset.ts'
import type { DB } from '#platform/server/store/schema.gen.ts'
import { isVisible } from '#platform/server/store/visible.ts'
import type { AnyCard, CampaignCard, Impact, JoinedCampaign } from '../contract.ts'
import { yearlyCents } from '../policy.ts'
import { type CampaignSort, durationBases, type Status, statuses } from '../terms.ts'

type Db = Kysely<DB>
export type ListFilter = {
  statuses: readonly Status[]
  target?: string | undefined
  industry?: string | undefined
  causes?: string[] | undefined
  sort: CampaignSort
  cursor?: string | undefined
  limit: number
}

export const orders = {
  trending: { column: 'score', kind: 'number', type: 'float8' },
  most_pledged: { column: 'supporters', kind: 'number', type: 'bigint' },
  newest: { column: 'published_at', kind: 'time', type: 'timestamptz' },
} as const

/** A page of public campaigns: reads the ids in order from campaign_rank, then the cards with current counts. */
export async function listCampaigns(db: Db, filter: ListFilter) {
  const order = orders[filter.sort]
  const from = decodeCursor(filter.cursor, order.kind)
  const chosen = await chosenIds(db, filter)
  if (chosen === null) return { items: [], nextCursor: null }

  const column = sql.ref(`r.${order.column}`)
  // Supporters are integers, but the number in a forged cursor may have a fraction.
  const whole = (after: string | number) => Math.trunc(Math.min(Math.max(Number(after), 0), Number.MAX_SAFE_INTEGER))
  const position = from && order.type === 'bigint' ? { ...from, after: whole(from.after) } : from
  // One subquery for each status: the index gives the order within one status, but not across several.
  const ofStatus = (status: Status) => {
    const ranked = db
      .selectFrom('campaign_rank as r')
      .select(['r.campaign_id', column.as('at')])
      .where('r.status', '=', status)
      .$if(chosen.target !== null, (query) => query.where('r.target_id', '=', chosen.target))
      .$if(chosen.industry !== null, (query) => query.where('r.industry_id', '=', chosen.industry))
      .$if(chosen.causes !== null, (query) => query.where(sql<boolean>`r.cause_ids && ${chosen.causes}::uuid[]`))
      .$if(position !== null, (query) =>
        query.where(sql<boolean>`(${column}, r.campaign_id) < (${position?.after}::${sql.raw(order.type)}, ${position?.id}::uuid)`),
      )
      .orderBy(column, 'desc')
      .orderBy('r.campaign_id', 'desc')
      .limit(filter.limit + 1)
    return db.selectFrom(ranked.as(status)).selectAll()
  }
  const [first, ...others] = filter.statuses
  const ranked = others.reduce((query, status) => query.unionAll(ofStatus(status)), ofStatus(first ?? 'active'))
  const rows = await db
    .selectFrom(ranked.as('l'))
    .select(['l.campaign_id', sql<string | number>`l.at${sql.raw(order.kind === 'time' ? '::text' : '::float8')}`.as('at')])
    .orderBy('l.at', 'desc')
    .orderBy('l.campaign_id', 'desc')
    .limit(filter.limit + 1)
    .execute()
  const page = pageOfRows(rows, filter.limit, { item: (row) => row.campaign_id, position: (row) => ({ after: row.at, id: row.campaign_id }) })
  return { items: await cardsOf(db, page.items), nextCursor: page.nextCursor }
}

export type Chosen = { target: string | null; industry: string | null; causes: string[] | null }

/**
 * Resolves the filter's slug and names to ids; a field is null if its filter is not set. Returns null if nothing can match. The ids are queried
 * first, so that the query planner knows how selective they are. The industry is omitted if a target is set, since a target has only one.
 */
export async function chosenIds(db: Db, { target, industry, causes }: Pick<ListFilter, 'target' | 'industry' | 'causes'>): Promise<Chosen | null> {
  if (target === undefined && industry === undefined && !causes?.length) return { target: null, industry: null, causes: null }
  const { rows } = await sql<{ target: string | null; of: string | null; industry: string | null; causes: string[] }>`
    select t.id as target, t.industry_id as of, coalesce(i.merged_into, i.id) as industry,
      array(select coalesce(merged_into, id)::text from cause where norm(name) in (select norm(name) from unnest(${causes ?? []}::text[]) as given(name))) as causes
    from (select) as one
    left join target s on s.slug = ${target ?? null}
    left join target t on t.id = coalesce(s.merged_into, s.id)
    left join industry i on norm(i.name) = norm(${industry ?? null})`.execute(db)
  const found = rows[0]
  if (!found || (target !== undefined && found.target === null) || (industry !== undefined && found.industry === null)) return null
  if (target !== undefined && industry !== undefined && found.of !== found.industry) return null
  if (causes?.length && found.causes.length === 0) return null
  return { target: found.target, industry: target === undefined ? found.industry : null, causes: causes?.length ? found.causes : null }
}

/** Cards of published campaigns in the order of `ids`, with current counts. */
export async function cardsOf(db: Db, ids: string[]): Promise<CampaignCard[]> {
  if (ids.length === 0) return []
  const rows = await campaignRows(db)
    .where('c.id', 'in', ids)
    .where(isVisible('campaign', sql`c.id`, null))
    .execute()
  const byId = new Map(rows.flatMap((row) => (row.slug === null ? [] : [[row.id, { ...cardOf(row), slug: row.slug }] satisfies [string, CampaignCard]])))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Only this many of the newest victories are read, so that the cost does not grow with the site. */
const victoriesRead = 500

/** The most recent victories within a year, latest first. Historical campaigns are excluded. */
export async function recentlyWon(db: Db, limit: number): Promise<CampaignCard[]> {
  const newest = db
    .selectFrom('campaign_rank')
    .select('campaign_id')
    .where('status', '=', 'victory')
    .orderBy('published_at', 'desc')
    .orderBy('campaign_id', 'desc')
    .limit(victoriesRead)
  const rows = await db
    .selectFrom(newest.as('v'))
    .innerJoin('campaign as c', 'c.id', 'v.campaign_id')
    .select('c.id')
    .where('c.is_historical', '=', false)
    .where('c.ended_on', '>', sql<string>`(now() - interval '1 year')::date`)
    .orderBy('c.ended_on', 'desc')
    .orderBy('c.updated_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(limit)
    .execute()
  return cardsOf(
    db,
    rows.map(({ id }) => id),
  )
}

/** The columns that cards and campaign pages share, from the campaign with its target, cover, count and rank. */
export function campaignRows(db: Db) {
  return db
    .selectFrom('campaign as c')
    .leftJoin('target as t', 't.id', 'c.target_id')
    .leftJoin('person as p', 'p.id', 'c.creator_id')
    .leftJoin('industry as i', 'i.id', 't.industry_id')
    .leftJoin('media as m', 'm.id', 'c.cover_media_id')
    .leftJoin('campaign_stats as s', 's.campaign_id', 'c.id')
    .leftJoin('campaign_rank as r', 'r.campaign_id', 'c.id')
    .select([
      'c.id',
      'c.slug',
      'c.status',
      'c.title',
      'c.summary',
      'c.impact_mode',
      'c.product_service',
      'c.spend_cents',
      'c.duration_basis',
      'c.currency',
      'c.non_monetary_unit',
      'c.supporters_goal',
      'c.is_historical',
      'c.started_on',
      'c.ended_on',
      'c.published_at',
      'c.draft_target_name',
      'c.creator_id',
      'p.first_name',
      'p.last_name',
      'p.deleted_at',
      't.slug as target_slug',
      't.name as target_name',
      'i.slug as industry_slug',
      'i.name as industry_name',
      'm.id as media_id',
      'm.width as media_width',
      'm.height as media_height',
      'm.placeholder as media_placeholder',
      'm.formats as media_formats',
      'm.is_generated as media_is_generated',
      's.supporters',
      's.version',
      'r.score',
    ])
}
export type CampaignRow = Awaited<ReturnType<ReturnType<typeof campaignRows>['execute']>>[number]

export function cardOf(row: CampaignRow): AnyCard {
  const impact = impactOf(row)
  const count = { supporters: row.supporters ?? 0, version: row.version ?? 0 }
  return {
    id: row.id,
    slug: row.slug,
    status: statusOf(row.status),
    title: row.title,
    summary: row.summary,
    target: { slug: row.target_slug ?? '', name: row.target_name ?? row.draft_target_name ?? '' },
    creator: row.creator_id === null ? null : { id: row.creator_id, name: shownName(row), isDeleted: row.deleted_at !== null },
    industry: row.industry_slug !== null && row.industry_name !== null ? { slug: row.industry_slug, name: row.industry_name } : null,
    cover: coverOf(row),
    impact,
    count,
    supportersGoal: row.supporters_goal,
    yearlyCents: yearlyCents(impact, count.supporters),
    trendingScore: Math.round(scoreNow(row.score ?? 0) * 10) / 10,
    isHistorical: row.is_historical,
    startedOn: row.started_on,
    endedOn: row.ended_on,
    publishedAt: row.published_at,
  }
}

export function coverOf(row: Pick<CampaignRow, `media_${'id' | 'width' | 'height' | 'placeholder' | 'formats' | 'is_generated'}`>): CampaignCard['cover'] {
  if (row.media_id === null) return null
  return pictureOf({
    id: row.media_id,
    width: row.media_width ?? 0,
    height: row.media_height ?? 0,
    placeholder: row.media_placeholder ?? '',
    formats: row.media_formats ?? [],
    isGenerated: row.media_is_generated ?? false,
  })
}

type ImpactColumns = Pick<CampaignRow, 'impact_mode' | 'product_service' | 'spend_cents' | 'duration_basis' | 'non_monetary_unit'>

export function impactOf(row: ImpactColumns): Impact {
  const basis = durationBases.find((known) => known === row.duration_basis)
  if (row.impact_mode === 'monetary' && row.spend_cents !== null && basis) {
    return { mode: 'monetary', productService: row.product_service ?? '', spendCents: row.spend_cents, durationBasis: basis, currency: 'USD' }
  }
  return { mode: 'non_monetary', unit: row.non_monetary_unit ?? '' }
}

/** SQL for a published campaign `c` with target `t`, as lists of pledges show it. */
export const joinedCampaign = sql<JoinedCampaign>`json_build_object('id', c.id, 'slug', c.slug, 'title', c.title, 'status', c.status,
  'target', json_build_object('slug', t.slug, 'name', t.name))`

export function statusOf(text: string): Status {
  const known = statuses.find((status) => status === text)
  if (!known) throw new Error(`The database contains an unknown status: ${text}`)
  return known
}
