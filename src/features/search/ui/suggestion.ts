import { yearsText } from '#features/campaigns/ui/years-text.ts'
import { m } from '#messages'
import { compactNumber } from '#platform/format.ts'
import type { Preview } from '../contract.ts'
import type { Kind } from '../terms.ts'

export type Suggestion = { key: string } & (
  | { kind: Kind; href: string; isFirst: boolean; name: string; details: string[]; more: string | null }
  | { kind: 'all' }
)

/** The three groups in order, then the link to all results. */
export function suggestionsOf(preview: Preview | undefined): Suggestion[] {
  const { campaigns, targets, communities } = preview ?? { campaigns: [], targets: [], communities: [] }
  return [
    ...campaigns.map(({ id, slug, title, target, count, ...campaign }, index) => ({
      kind: 'campaigns' as const,
      isFirst: index === 0,
      key: id,
      href: `/campaigns/${slug}`,
      name: title,
      more: target.name,
      details: campaign.isHistorical ? [yearsText(campaign) ?? ''] : supportersOf(count.supporters),
    })),
    ...targets.map(({ id, slug, name, industry, numbers }, index) => ({
      kind: 'targets' as const,
      isFirst: index === 0,
      key: id,
      href: `/targets/${slug}`,
      name,
      more: industry?.name ?? null,
      details: numbers.campaigns > 0 ? [m.search_active_campaigns_of(counted(numbers.campaigns)), ...supportersOf(numbers.supporters)] : [],
    })),
    ...communities.map(({ id, slug, name, members }, index) => ({
      kind: 'communities' as const,
      isFirst: index === 0,
      key: id,
      href: `/communities/${slug}`,
      name,
      more: null,
      details: [m.search_members(counted(members))],
    })),
    { kind: 'all', key: 'all' },
  ]
}

/** A count of zero is left out. */
const supportersOf = (supporters: number) => (supporters > 0 ? [m.search_supporters_of(counted(supporters))] : [])

const counted = (count: number) => ({ count, shown: compactNumber(count) })
