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

/** "$361.1K" est. a year, "$4,200" est., "12.3K" flights not booked. */
export function impactInShort(impact: Impact, supporters: number): { figure: string; label: string } {
  if (impact.mode === 'non_monetary') return { figure: compactNumber(supporters), label: impact.unit }
  const figure = compactCents(yearlyCents(impact, supporters) ?? 0)
  return { figure, label: impact.durationBasis === 'one_time' ? m.campaigns_impact_once() : m.campaigns_impact_yearly() }
}

/** How the number came to be, with its own figures. */
export function impactFormula(impact: Impact, supporters: number): string {
  const cents = yearlyCents(impact, supporters)
  if (impact.mode !== 'monetary' || cents === null) return m.campaigns_how_unit()
  const parts = { count: formatCount(supporters), spend: formatCents(impact.spendCents), total: formatCents(cents) }
  if (impact.durationBasis === 'one_time') return m.campaigns_how_impact_once(parts)
  return m.campaigns_how_impact({ ...parts, basis: basisTexts[impact.durationBasis](), times: yearlyMultiplier[impact.durationBasis] })
}
