import type { Preview } from '../contract.ts'
import type { Kind } from '../terms.ts'

export type Suggestion = { key: string } & (
  | { kind: Kind; href: string; isFirst: boolean; name: string; detail: { count: number; of: 'supporters' | 'members' }; more: string | null }
  | { kind: 'all' }
)

/** The three groups one after the other, and the way to all results last. */
export function suggestionsOf(preview: Preview | undefined): Suggestion[] {
  const { campaigns, targets, communities } = preview ?? { campaigns: [], targets: [], communities: [] }
  return [
    ...campaigns.map(({ id, slug, title, target, count }, place) => ({
      kind: 'campaigns' as const,
      isFirst: place === 0,
      key: id,
      href: `/campaigns/${slug}`,
      name: title,
      more: target.name,
      detail: { count: count.supporters, of: 'supporters' as const },
    })),
    ...targets.map(({ id, slug, name, industry, numbers }, place) => ({
      kind: 'targets' as const,
      isFirst: place === 0,
      key: id,
      href: `/targets/${slug}`,
      name,
      more: industry?.name ?? null,
      detail: { count: numbers.supporters, of: 'supporters' as const },
    })),
    ...communities.map(({ id, slug, name, members }, place) => ({
      kind: 'communities' as const,
      isFirst: place === 0,
      key: id,
      href: `/communities/${slug}`,
      name,
      more: null,
      detail: { count: members, of: 'members' as const },
    })),
    { kind: 'all', key: 'all' },
  ]
}
