import { m } from '#messages'
import { compactCents, compactNumber, formatCents, formatCount } from '#platform/format.ts'
import type { Impact } from '../contract.ts'
import { yearlyCents, yearlyMultiplier } from '../policy.ts'
import type { DurationBasis } from '../terms.ts'

export const basisTexts: Record<DurationBasis, () => string> = {
  one_time: m.campaigns_basis_one_time,
  weekly: m.campaigns_basis_weekly,
  monthly: m.campaigns_basis_monthly,
  annual: m.campaigns_basis_annual,
}

/** "$361.1K / year", "$4,200", "12.3K supporters lost". */
export function impactInShort(impact: Impact, supporters: number): string {
  const cents = yearlyCents(impact, supporters)
  if (impact.mode !== 'monetary' || cents === null) return `${compactNumber(supporters)} ${impact.mode === 'monetary' ? '' : impact.unit}`
  return impact.durationBasis === 'one_time' ? compactCents(cents) : `${compactCents(cents)} ${m.campaigns_per_year()}`
}

/** How the number came to be, with its own figures. */
export function impactFormula(impact: Impact, supporters: number): string {
  const cents = yearlyCents(impact, supporters)
  if (impact.mode !== 'monetary' || cents === null) return m.campaigns_how_unit()
  const parts = { count: formatCount(supporters), spend: formatCents(impact.spendCents), total: formatCents(cents) }
  if (impact.durationBasis === 'one_time') return m.campaigns_how_impact_once(parts)
  return m.campaigns_how_impact({ ...parts, basis: basisTexts[impact.durationBasis](), times: yearlyMultiplier[impact.durationBasis] })
}
