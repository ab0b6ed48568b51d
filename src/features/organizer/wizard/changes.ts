import type { CampaignChanges } from '#features/campaigns/contract.ts'
import { frozenFields } from '#features/campaigns/terms.ts'
import { requestOf, type WizardDraft } from './draft.ts'

type Drafts = { before: WizardDraft; after: WizardDraft; isFrozen: boolean }

/** The changes to send: fields that differ, without those that can no longer change. */
export function changesBetween({ before, after, isFrozen }: Drafts): CampaignChanges {
  const [was, is] = [requestOf(before).input, requestOf(after).input]
  const changed = Object.entries(is).filter(([field, value]) => JSON.stringify(Reflect.get(was, field)) !== JSON.stringify(value))
  return Object.fromEntries(changed.filter(([field]) => !isFrozen || !frozenFields.some((known) => known === field)))
}

const frozenParts = ['target', 'title', 'goal', 'mode', 'productService', 'spend', 'durationBasis', 'unit'] as const

/** The draft with the published values of the frozen fields. */
export function withFrozen(draft: WizardDraft, stored: WizardDraft): WizardDraft {
  return { ...draft, ...Object.fromEntries(frozenParts.map((part) => [part, stored[part]])) }
}

/** Texts that were typed into fields that have frozen since, so that they can be shown instead of being lost. */
export function typedInVain(draft: WizardDraft, stored: WizardDraft): { part: 'title' | 'goal' | 'target' | 'impact'; text: string }[] {
  const impactOf = ({ mode, productService, spend, durationBasis, unit }: WizardDraft) =>
    mode === 'monetary' ? [productService, spend, durationBasis].join(' · ') : unit
  const texts = (from: WizardDraft) => ({ title: from.title, goal: from.goal, target: from.target?.name ?? '', impact: impactOf(from) })
  const [typed, published] = [texts(draft), texts(stored)]
  return (['title', 'goal', 'target', 'impact'] as const).flatMap((part) => (typed[part] === published[part] ? [] : [{ part, text: typed[part] }]))
}
