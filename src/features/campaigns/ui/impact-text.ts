import { m } from '#messages'
import { compactCents, formatCents, formatCount } from '#platform/format.ts'
import type { AnyCard, Impact } from '../contract.ts'
import { yearlyCents } from '../policy.ts'
import { type DurationBasis, yearlyMultiplier } from '../terms.ts'

export const basisTexts: Record<DurationBasis, () => string> = {
  one_time: m.campaigns_basis_one_time,
  weekly: m.campaigns_basis_weekly,
  monthly: m.campaigns_basis_monthly,
  annual: m.campaigns_basis_annual,
}

/** "$361.1K" est. a year, "$4,200" est. Null if the impact is not in money (then it is the number of supporters) or the campaign has ended. */
export function estimateInShort({ impact, status }: Pick<AnyCard, 'impact' | 'status'>, supporters: number): { figure: string; label: string } | null {
  if (impact.mode === 'non_monetary' || status === 'victory' || status === 'archived') return null
  const figure = compactCents(yearlyCents(impact, supporters) ?? 0)
  return { figure, label: impact.durationBasis === 'one_time' ? m.campaigns_impact_once() : m.campaigns_impact_yearly() }
}

/** The label of the number of supporters: "supporters", with the unit that each represents if the impact is not in money. */
export function supportersIn(impact: Impact, supporters: number): string {
  const label = m.pledges_supporters({ count: supporters })
  return impact.mode === 'non_monetary' ? m.campaigns_supporters_unit({ label, unit: impact.unit }) : label
}

/** The calculation of the estimate with its numbers. */
export function impactFormula(impact: Impact, supporters: number): string {
  const cents = yearlyCents(impact, supporters)
  if (impact.mode !== 'monetary' || cents === null) return m.campaigns_how_unit()
  const parts = { count: formatCount(supporters), spend: formatCents(impact.spendCents), total: formatCents(cents) }
  if (impact.durationBasis === 'one_time') return m.campaigns_how_impact_once(parts)
  return m.campaigns_how_impact({ ...parts, basis: basisTexts[impact.durationBasis](), times: yearlyMultiplier[impact.durationBasis] })
}
