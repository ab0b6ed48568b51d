import type { EditableCampaign } from '#features/campaigns/contract.ts'
import { centsText } from './amounts.ts'
import { blankDraft, newAction, newAlternative, newSource, type TargetChoice, type WizardDraft } from './draft.ts'

/** Converts a saved campaign to the wizard's draft, as if it had just been typed. */
export function wizardDraftOf(saved: EditableCampaign): WizardDraft {
  const blank = blankDraft()
  const { impact } = saved
  const sources = saved.sources.map((source) => ({ ...newSource(), ...source }))
  const actions = saved.actions.map((text) => ({ ...newAction(), text }))
  const alternatives = saved.alternatives.map(({ name, url, note }) => ({ ...newAlternative(), name, url: url ?? '', note: note ?? '' }))
  return {
    target: targetOf(saved.target),
    title: saved.title,
    goal: saved.summary,
    whyItMatters: saved.whyItMatters,
    body: saved.body,
    sources: sources.length ? sources : blank.sources,
    causes: saved.causes.map(({ id, name }) => ({ id, name })),
    actions: actions.length ? actions : blank.actions,
    alternatives: alternatives.length ? alternatives : blank.alternatives,
    mode: impact.mode,
    productService: impact.mode === 'monetary' ? (impact.productService ?? '') : '',
    spend: impact.mode === 'monetary' && impact.spendCents !== null ? centsText(impact.spendCents) : blank.spend,
    durationBasis: impact.mode === 'monetary' ? (impact.durationBasis ?? blank.durationBasis) : blank.durationBasis,
    unit: impact.mode === 'non_monetary' ? (impact.unit ?? blank.unit) : blank.unit,
    supportersGoal: saved.supportersGoal === null ? '' : String(saved.supportersGoal),
    cover: saved.cover,
  }
}

function targetOf(target: EditableCampaign['target']): TargetChoice | null {
  if (target === null || target.name === '') return null
  if ('id' in target) return { kind: 'known', ...target }
  const { name, websiteUrl, industry } = target
  return {
    kind: 'new',
    name,
    websiteUrl: websiteUrl ?? '',
    industry: industry && (industry.id === null ? { id: null, name: industry.name } : { id: industry.id, name: industry.name }),
  }
}
