import type { CampaignChanges } from '#features/campaigns/contract.ts'
import { frozenFields } from '#features/campaigns/terms.ts'
import { requestOf, type WizardDraft } from './draft.ts'

type Drafts = { before: WizardDraft; after: WizardDraft; isFrozen: boolean }

/** What goes to the server: the fields that differ, without those that can no longer change. */
export function changesBetween({ before, after, isFrozen }: Drafts): CampaignChanges {
  const [was, is] = [requestOf(before).input, requestOf(after).input]
  const changed = Object.entries(is).filter(([field, value]) => JSON.stringify(Reflect.get(was, field)) !== JSON.stringify(value))
  return Object.fromEntries(changed.filter(([field]) => !isFrozen || !frozenFields.some((known) => known === field)))
}

const frozenParts = ['target', 'title', 'goal', 'mode', 'productService', 'spend', 'durationBasis', 'unit'] as const

/** The draft with what is frozen as it stands on the site. */
export function withFrozen(draft: WizardDraft, standing: WizardDraft): WizardDraft {
  return { ...draft, ...Object.fromEntries(frozenParts.map((part) => [part, standing[part]])) }
}

/** What somebody had typed into fields that froze meanwhile, so that it is not lost without a word. */
export function typedInVain(draft: WizardDraft, standing: WizardDraft): { part: 'title' | 'goal' | 'target' | 'impact'; text: string }[] {
  const impactOf = ({ mode, productService, spend, durationBasis, unit }: WizardDraft) =>
    mode === 'monetary' ? [productService, spend, durationBasis].join(' · ') : unit
  const texts = (from: WizardDraft) => ({ title: from.title, goal: from.goal, target: from.target?.name ?? '', impact: impactOf(from) })
  const [typed, stands] = [texts(draft), texts(standing)]
  return (['title', 'goal', 'target', 'impact'] as const).flatMap((part) => (typed[part] === stands[part] ? [] : [{ part, text: typed[part] }]))
}
