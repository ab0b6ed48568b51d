import type { DurationBasis } from '#features/campaigns/terms.ts'
import { m } from '#messages'

const names: { [basis in DurationBasis]: () => string } = {
  one_time: m.wizard_basis_one_time,
  weekly: m.wizard_basis_weekly,
  monthly: m.wizard_basis_monthly,
  annual: m.wizard_basis_annual,
}
const periods: { [basis in DurationBasis]: () => string } = {
  one_time: m.wizard_per_one_time,
  weekly: m.wizard_per_week,
  monthly: m.wizard_per_month,
  annual: m.wizard_per_year,
}

/** "Monthly" */
export const basisText = (basis: DurationBasis) => names[basis]()
/** "/ month" */
export const perBasis = (basis: DurationBasis) => periods[basis]()
