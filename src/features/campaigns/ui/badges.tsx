import { Badge, type BadgeTone } from '#design/badge.tsx'
import { heat } from '#features/pledges/tallies/policy.ts'
import { m } from '#messages'
import type { Status } from '../terms.ts'

const tones = { draft: 'neutral', active: 'active', victory: 'victory', archived: 'outlined' } as const satisfies Record<Status, BadgeTone>
export const statusTexts: Record<Status, () => string> = {
  draft: m.campaigns_status_draft,
  active: m.campaigns_status_active,
  victory: m.campaigns_status_victory,
  archived: m.campaigns_status_archived,
}

export function StatusBadge({ status }: { status: Status }) {
  return <Badge tone={tones[status]}>{statusTexts[status]()}</Badge>
}

type Badged = { campaign: { status: Status; isHistorical: boolean; trendingScore: number }; place: 'card' | 'detail' }

/** The status and, for an active campaign, "Hot" or "Rising". */
export function Badges({ campaign, place }: Badged) {
  const moving = campaign.status === 'active' ? heat(campaign.trendingScore, place) : null
  return (
    <p className="flex flex-wrap items-center gap-1.5">
      <StatusBadge status={campaign.status} />
      {campaign.isHistorical && <Badge tone="neutral">{m.campaigns_historical()}</Badge>}
      {moving && <Badge tone={moving}>{moving === 'hot' ? m.campaigns_hot() : m.campaigns_rising()}</Badge>}
    </p>
  )
}
