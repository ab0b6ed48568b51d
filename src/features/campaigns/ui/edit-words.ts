import { m } from '#messages'
import { formatCents, formatCount } from '#platform/format.ts'
import { durationBases } from '../terms.ts'
import { basisTexts } from './impact-text.ts'

const names: Readonly<Record<string, () => string>> = {
  target: m.campaigns_filter_target,
  title: m.history_field_title,
  summary: m.campaigns_about_goal,
  whyItMatters: m.campaigns_why,
  body: m.campaigns_more,
  sources: m.campaigns_sources,
  causes: m.campaigns_causes,
  actions: m.campaigns_do,
  alternatives: m.campaigns_instead,
  impact: m.campaigns_impact_estimate,
  supportersGoal: m.history_field_supporters_goal,
  coverMediaId: m.history_field_cover,
}

/** The label of a changed field. */
export const fieldName = (field: string) => names[field]?.() ?? field

/** The lines of a field's value; empty if it had none. */
export function valueTexts(field: string, value: unknown): string[] {
  if (value === null || value === undefined || value === '') return []
  if (field === 'coverMediaId') return [m.history_picture()]
  if (field === 'impact') return impactTexts(value)
  if (Array.isArray(value)) return value.map((item: unknown) => (typeof item === 'string' ? item : rowText(item)))
  return [typeof value === 'number' ? formatCount(value) : String(value)]
}

function rowText(value: unknown): string {
  const { name, description, url, note }: Record<string, unknown> = Object(value)
  return [name, description, url, note].filter((part) => typeof part === 'string' && part !== '').join(' · ')
}

function impactTexts(value: unknown): string[] {
  const { mode, unit, productService, spendCents, durationBasis }: Record<string, unknown> = Object(value)
  if (mode !== 'monetary') return [String(unit ?? '')]
  const basis = durationBases.find((known) => known === durationBasis)
  return [String(productService ?? ''), `${formatCents(Number(spendCents))} ${basis ? basisTexts[basis]() : ''}`.trim()]
}
