import type { CampaignInput } from '#features/campaigns/contract.ts'
import type { DurationBasis } from '#features/campaigns/terms.ts'
import type { Picture } from '#features/media/contract.ts'
import { freshKey } from '#platform/client/fresh-key.ts'
import { neat } from '#platform/text.ts'
import { parseCents, parseCount } from './amounts.ts'
import { withScheme } from './web-address.ts'

export type IndustryChoice = { id: string; name: string } | { id: null; name: string }
export type TargetChoice =
  | { kind: 'known'; id: string; name: string; industry: string | null }
  | { kind: 'new'; name: string; websiteUrl: string; industry: IndustryChoice | null }
/** A cause of the list, or one that comes into being when the campaign is published. */
export type CauseChoice = { id: string | null; name: string }
export type ActionRow = { key: string; text: string }
export type AlternativeRow = { key: string; name: string; url: string; note: string }

/** What somebody has typed so far, as typed. */
export type WizardDraft = {
  target: TargetChoice | null
  title: string
  goal: string
  whyItMatters: string
  body: string
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

export const newAction = (): ActionRow => ({ key: freshKey(), text: '' })
export const newAlternative = (): AlternativeRow => ({ key: freshKey(), name: '', url: '', note: '' })

export function blankDraft(): WizardDraft {
  return {
    target: null,
    title: '',
    goal: '',
    whyItMatters: '',
    body: '',
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

/** What goes to the server, and for each row sent which row on screen it is: blank rows stay behind. */
export type Request = { input: CampaignInput; rows: { actions: number[]; alternatives: number[] } }

export function requestOf(draft: WizardDraft): Request {
  const actions = filled(draft.actions, ({ text }) => [text])
  const alternatives = filled(draft.alternatives, ({ name, url, note }) => [name, url, note])
  return {
    rows: { actions: actions.map(({ at }) => at), alternatives: alternatives.map(({ at }) => at) },
    input: {
      target: targetOf(draft.target),
      title: neat(draft.title),
      summary: neat(draft.goal),
      whyItMatters: neat(draft.whyItMatters),
      body: neat(draft.body),
      causes: draft.causes.map(({ id, name }) => (id === null ? { name } : { id })),
      actions: actions.map(({ row }) => neat(row.text)),
      // With its scheme before the field loses the focus: Next must already be enabled when it is pressed, or the click is lost.
      alternatives: alternatives.map(({ row }) => ({ name: neat(row.name), url: neat(withScheme(row.url)) || null, note: neat(row.note) || null })),
      impact: impactOf(draft),
      supportersGoal: neat(draft.supportersGoal) ? (parseCount(draft.supportersGoal) ?? 0) : null,
      coverMediaId: draft.cover?.id ?? null,
    },
  }
}

function targetOf(target: TargetChoice | null): CampaignInput['target'] {
  if (target === null) return null
  if (target.kind === 'known') return { id: target.id }
  const { industry } = target
  return {
    name: neat(target.name),
    websiteUrl: neat(target.websiteUrl) || null,
    industry: industry === null ? null : industry.id === null ? { name: neat(industry.name) } : { id: industry.id },
  }
}

function impactOf(draft: WizardDraft): CampaignInput['impact'] {
  if (draft.mode === 'non_monetary') return { mode: 'non_monetary', unit: neat(draft.unit) }
  return { mode: 'monetary', productService: neat(draft.productService), spendCents: parseCents(draft.spend), durationBasis: draft.durationBasis }
}

function filled<Row>(rows: readonly Row[], texts: (row: Row) => string[]) {
  return rows.map((row, at) => ({ row, at })).filter(({ row }) => texts(row).some(neat))
}
