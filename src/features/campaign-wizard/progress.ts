import { durationBases } from '#features/campaigns/terms.ts'
import type { Picture } from '#features/media/contract.ts'
import { blankDraft, type CauseChoice, freshKey, type IndustryChoice, newAction, newAlternative, type TargetChoice, type WizardDraft } from './draft.ts'
import { furthestStep, problemsOf } from './steps.ts'

/** What is kept in the browser between visits: the draft, where its author was, and the key under which it is saved once. */
export type Progress = { step: number; key: string; draft: WizardDraft }

export const progressName = (personId: string) => `holdout.wizard.${personId}`

export function newProgress(): Progress {
  return { step: 1, key: freshKey(), draft: blankDraft() }
}

/** Reads what an earlier visit, or an earlier version of this page, left. What does not fit is dropped, the rest kept. */
export function restoreProgress(stored: string | null): Progress {
  const fresh = newProgress()
  const kept = parsed(stored)
  if (kept === null) return fresh
  const draft = restoreDraft(kept.draft)
  const step = typeof kept.step === 'number' && Number.isInteger(kept.step) ? kept.step : 1
  return {
    draft,
    step: Math.max(1, Math.min(step, furthestStep(problemsOf(draft)))),
    key: text(kept.key) || fresh.key,
  }
}

function restoreDraft(kept: unknown): WizardDraft {
  const blank = blankDraft()
  const from = isRecord(kept) ? kept : {}
  const actions = list(from.actions).map((row) => ({ ...newAction(), text: text(row.text) }))
  const alternatives = list(from.alternatives).map((row) => ({ ...newAlternative(), name: text(row.name), url: text(row.url), note: text(row.note) }))
  return {
    target: restoreTarget(from.target),
    title: text(from.title),
    goal: text(from.goal),
    whyItMatters: text(from.whyItMatters),
    body: text(from.body),
    causes: list(from.causes).flatMap(restoreCause),
    actions: actions.length ? actions : blank.actions,
    alternatives: alternatives.length ? alternatives : blank.alternatives,
    mode: from.mode === 'non_monetary' ? from.mode : blank.mode,
    productService: text(from.productService),
    spend: text(from.spend, blank.spend),
    durationBasis: durationBases.find((basis) => basis === from.durationBasis) ?? blank.durationBasis,
    unit: text(from.unit, blank.unit),
    supportersGoal: text(from.supportersGoal),
    cover: restoreCover(from.cover),
  }
}

function restoreTarget(kept: unknown): TargetChoice | null {
  if (!isRecord(kept) || !text(kept.name)) return null
  const name = text(kept.name)
  if (kept.kind === 'known' && text(kept.id)) return { kind: 'known', id: text(kept.id), name, industry: text(kept.industry) || null }
  return kept.kind === 'new' ? { kind: 'new', name, websiteUrl: text(kept.websiteUrl), industry: restoreIndustry(kept.industry) } : null
}

function restoreIndustry(kept: unknown): IndustryChoice | null {
  if (!isRecord(kept) || !text(kept.name)) return null
  return { id: text(kept.id) || null, name: text(kept.name) }
}

function restoreCause(kept: Fields): CauseChoice[] {
  return text(kept.name) ? [{ id: text(kept.id) || null, name: text(kept.name) }] : []
}

function restoreCover(kept: unknown): Picture | null {
  if (!isRecord(kept) || !text(kept.id) || !text(kept.url).startsWith('/')) return null
  const { width, height } = kept
  if (typeof width !== 'number' || typeof height !== 'number') return null
  return { id: text(kept.id), url: text(kept.url), srcSet: text(kept.srcSet), width, height, placeholder: text(kept.placeholder) }
}

type Fields = Record<string, unknown>
const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown, otherwise = '') => (typeof value === 'string' ? value : otherwise)
const list = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : [])

function parsed(stored: string | null): Fields | null {
  if (stored === null) return null
  try {
    const value: unknown = JSON.parse(stored)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}
