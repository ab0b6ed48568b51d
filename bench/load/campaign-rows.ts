import { createHash } from 'node:crypto'
import { idOf } from './chance.ts'
import { lineOf } from './copy.ts'
import type { Rows } from './reference-rows.ts'
import { momentOf } from './times.ts'
import { campaignText } from './words.ts'
import { kinds, type LoadedCampaign, type World } from './world.ts'

const columns = [
  'id', 'slug', 'status', 'title', 'summary', 'body', 'body_html', 'why_it_matters', 'cover_media_id', 'impact_mode', 'product_service', 'currency',
  'spend_cents', 'duration_basis', 'non_monetary_unit', 'supporters_goal', 'creator_id', 'target_id', 'created_at', 'updated_at', 'published_at',
] // biome-ignore format: as wide as the lines may be
const bases = ['one_time', 'weekly', 'monthly', 'annual'] as const

/** One campaign in three has a cover. */
const coverOf = (n: number, { publishedAt }: LoadedCampaign) => (n % 3 === 0 ? idOf(kinds.media, n, publishedAt - 3_600_000) : null)

/** Rows of campaigns with their covers, causes, actions and alternatives. */
export function campaignRows(world: World): Rows[] {
  const actions: string[] = []
  return [
    { table: 'media', columns: ['id', 'owner_id', 'purpose', 'content_hash', 'width', 'height', 'bytes', 'placeholder'], of: covers(world) },
    { table: 'campaign', columns, of: campaigns(world, actions) },
    {
      table: 'campaign_cause',
      columns: ['campaign_id', 'cause_id'],
      of: flat(world.campaigns, ({ id, causes }) => causes.map((cause) => lineOf([id, world.causes[cause]?.id ?? null]))),
    },
    { table: 'campaign_action', columns: ['campaign_id', 'sort_order', 'action_text'], of: actions },
    {
      table: 'campaign_alternative',
      columns: ['campaign_id', 'sort_order', 'name', 'note'],
      of: flat(world.campaigns, ({ id }) => [lineOf([id, 0, 'The shop next door', null]), lineOf([id, 1, 'A cooperative', 'Owned by those who work there'])]),
    },
  ]
}

function* flat<T>(items: readonly T[], lines: (item: T) => string[]): Generator<string> {
  for (const item of items) yield* lines(item)
}

function* covers({ campaigns, people }: World): Generator<string> {
  for (const [n, campaign] of campaigns.entries()) {
    const id = coverOf(n, campaign)
    // A placeholder image has about 800 characters.
    const placeholder = `data:image/png;base64,${createHash('sha512').update(`${n}`).digest('base64').repeat(9)}`
    if (id) yield lineOf([id, people[campaign.creator] ?? null, 'campaign_cover', `hash-${n}`, 1_600, 900, 180_000, placeholder])
  }
}

/** Generates the texts of each campaign once. Appends its actions to `actions`, which are copied after the campaigns. */
function* campaigns(world: World, actions: string[]): Generator<string> {
  const { chance, targets, people } = world
  for (const [n, campaign] of world.campaigns.entries()) {
    const text = campaignText(chance, targets[campaign.target]?.name ?? '')
    const monetary = chance.next() < 0.8
    const created = momentOf(campaign.publishedAt - 3_600_000)
    actions.push(text.actions.map((action, order) => lineOf([campaign.id, order, action])).join(''))
    yield lineOf([
      campaign.id,
      campaign.status === 'draft' ? null : `campaign-number-${n + 1}`,
      campaign.status,
      text.title,
      text.summary,
      text.body,
      text.bodyHtml,
      text.why,
      coverOf(n, campaign),
      monetary ? 'monetary' : 'non_monetary',
      monetary ? 'What they sell' : null,
      monetary ? 'USD' : null,
      monetary ? 100 + chance.below(9_900) : null,
      monetary ? chance.pick(bases) : null,
      monetary ? null : 'hours',
      n % 2 ? 1_000 * (1 + chance.below(50)) : null,
      people[campaign.creator] ?? null,
      targets[campaign.target]?.id ?? null,
      created,
      created,
      campaign.status === 'draft' ? null : momentOf(campaign.publishedAt),
    ])
  }
}
