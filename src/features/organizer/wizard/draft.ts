import type { CampaignInput } from '#features/campaigns/contract.ts'
import type { DurationBasis } from '#features/campaigns/terms.ts'
import type { Picture } from '#features/media/contract.ts'
import { freshKey } from '#platform/client/fresh-key.ts'
import { normalized } from '#platform/text.ts'
import { parseCents, parseCount } from './amounts.ts'
import { withScheme } from './web-address.ts'

export type IndustryChoice = { id: string; name: string } | { id: null; name: string }
export type TargetChoice =
  /** `slug` is null in drafts that an earlier version of this page stored. */
  | { kind: 'known'; id: string; slug: string | null; name: string; industry: string | null; isVerified: boolean }
  | { kind: 'new'; name: string; websiteUrl: string; industry: IndustryChoice | null }
/** An existing cause, or a new one that is created when the campaign is published. */
export type CauseChoice = { id: string | null; name: string }
export type SourceRow = { key: string; url: string; description: string }
export type ActionRow = { key: string; text: string }
export type AlternativeRow = { key: string; name: string; url: string; note: string }

/** The draft exactly as it was typed. */
export type WizardDraft = {
  target: TargetChoice | null
  title: string
  goal: string
  whyItMatters: string
  body: string
  sources: SourceRow[]
  causes: CauseChoice[]
  actions: ActionRow[]
  alternatives: AlternativeRow[]
  mode: 'monetary' | 'non_monetary'
  productService: string
  spend: string
  durationBasis: DurationBasis
  unit: string
  supportersGoal: string
  cover: Picture | null
}

export const newSource = (): SourceRow => ({ key: freshKey(), url: '', description: '' })
export const newAction = (): ActionRow => ({ key: freshKey(), text: '' })
export const newAlternative = (): AlternativeRow => ({ key: freshKey(), name: '', url: '', note: '' })

export function blankDraft(): WizardDraft {
  return {
    target: null,
    title: '',
    goal: '',
    whyItMatters: '',
    body: '',
    sources: [newSource()],
    causes: [],
    actions: [newAction()],
    alternatives: [newAlternative()],
    mode: 'monetary',
    productService: '',
    spend: '1',
    durationBasis: 'monthly',
    unit: 'supporters lost',
    supportersGoal: '',
    cover: null,
  }
}

/** The request, and for each row in it the row's index on screen, since blank rows are not sent. */
export type Request = { input: CampaignInput; rows: { sources: number[]; actions: number[]; alternatives: number[] } }

export function requestOf(draft: WizardDraft): Request {
  const sources = filled(draft.sources, ({ url, description }) => [url, description])
  const actions = filled(draft.actions, ({ text }) => [text])
  const alternatives = filled(draft.alternatives, ({ name, url, note }) => [name, url, note])
  return {
    rows: { sources: sources.map(({ at }) => at), actions: actions.map(({ at }) => at), alternatives: alternatives.map(({ at }) => at) },
    input: {
      target: targetOf(draft.target),
      title: normalized(draft.title),
      summary: normalized(draft.goal),
      whyItMatters: normalized(draft.whyItMatters),
      body: normalized(draft.body),
      // Adds the scheme before the field loses the focus: Next must already be enabled when it is pressed, or the click is lost.
      sources: sources.map(({ row }) => ({ url: normalized(withScheme(row.url)), description: normalized(row.description) })),
      causes: draft.causes.map(({ id, name }) => (id === null ? { name } : { id })),
      actions: actions.map(({ row }) => normalized(row.text)),
      alternatives: alternatives.map(({ row }) => ({
        name: normalized(row.name),
        url: normalized(withScheme(row.url)) || null,
        note: normalized(row.note) || null,
      })),
      impact: impactOf(draft),
      supportersGoal: normalized(draft.supportersGoal) ? (parseCount(draft.supportersGoal) ?? 0) : null,
      coverMediaId: draft.cover?.id ?? null,
    },
  }
}

function targetOf(target: TargetChoice | null): CampaignInput['target'] {
  if (target === null) return null
  if (target.kind === 'known') return { id: target.id }
  const { industry } = target
  return {
    name: normalized(target.name),
    websiteUrl: normalized(target.websiteUrl) || null,
    industry: industry === null ? null : industry.id === null ? { name: normalized(industry.name) } : { id: industry.id },
  }
}

function impactOf(draft: WizardDraft): CampaignInput['impact'] {
  if (draft.mode === 'non_monetary') return { mode: 'non_monetary', unit: normalized(draft.unit) }
  return { mode: 'monetary', productService: normalized(draft.productService), spendCents: parseCents(draft.spend), durationBasis: draft.durationBasis }
}

function filled<Row>(rows: readonly Row[], texts: (row: Row) => string[]) {
  return rows.map((row, at) => ({ row, at })).filter(({ row }) => texts(row).some(normalized))
}
