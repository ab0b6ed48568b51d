import type { EditableCampaign } from '#features/campaigns/contract.ts'
import { durationBases } from '#features/campaigns/terms.ts'
import { readPicture } from '#features/media/ui/read-picture.ts'
import { freshKey } from '#platform/client/fresh-key.ts'
import { jsonOf } from '#platform/json.ts'
import {
  blankDraft,
  type CauseChoice,
  type IndustryChoice,
  newAction,
  newAlternative,
  newSource,
  requestOf,
  type TargetChoice,
  type WizardDraft,
} from './draft.ts'
import { wizardDraftOf } from './saved-draft.ts'
import { furthestStep, problemsOf } from './steps.ts'

/**
 * The state that the browser stores between visits: the draft, the current step, the idempotency key under which it is saved, and, for a
 * saved campaign, the `updatedAt` of the version that was read, to detect changes made elsewhere.
 */
export type Progress = { step: number; key: string; draft: WizardDraft; base: string | null }

/** The draft's author and id. The id is null for a draft that is not saved yet. */
export type Position = { personId: string; draftId: string | null }

export const progressName = ({ personId, draftId }: Position) => ['wizard', personId, draftId].filter(Boolean).join('.')

/** The storage key of a published campaign's unsaved changes. */
export const editName = (personId: string, campaignId: string) => `edit.${personId}.${campaignId}`

export function newProgress(): Progress {
  return { step: 1, key: freshKey(), draft: blankDraft(), base: null }
}

/** A new campaign about a target. */
export function progressAbout(target: TargetChoice): Progress {
  const fresh = newProgress()
  return { ...fresh, draft: { ...fresh.draft, target } }
}

/**
 * The draft to continue: the new one, or one that was begun in this browser. Null if both have content about different targets, and the
 * person must choose.
 */
export function startAbout(fresh: Progress, begun: Progress | null): Progress | null {
  if (begun === null || isSameDraft(begun.draft, blankDraft())) return fresh
  return JSON.stringify(requestOf(begun.draft).input.target) === JSON.stringify(requestOf(fresh.draft).input.target) ? begun : null
}

/** The saved campaign, opened at the first step that lacks something, else at the review. */
export function progressFrom(saved: EditableCampaign): Progress {
  const draft = wizardDraftOf(saved)
  return { step: furthestStep(problemsOf(draft)), key: freshKey(), draft, base: saved.updatedAt.toISOString() }
}

/** The version to continue: the saved one, or the one typed here after it. Null if both were changed, and the person must choose. */
export function chosenProgress(saved: Progress, kept: Progress | null): Progress | null {
  if (kept === null || isSameDraft(saved.draft, kept.draft)) return saved
  return kept.base === saved.base ? kept : null
}

/** True if both would be saved as the same campaign. */
const isSameDraft = (one: WizardDraft, other: WizardDraft) => JSON.stringify(requestOf(one).input) === JSON.stringify(requestOf(other).input)

/** Reads the state that an earlier visit, possibly of an earlier version of this page, has stored. Invalid parts are dropped. */
export function restoreProgress(stored: string | null): Progress {
  const fresh = newProgress()
  const kept = jsonOf(stored ?? '')
  if (!isRecord(kept)) return fresh
  const draft = restoreDraft(kept.draft)
  const step = typeof kept.step === 'number' && Number.isInteger(kept.step) ? kept.step : 1
  return {
    draft,
    step: Math.max(1, Math.min(step, furthestStep(problemsOf(draft)))),
    key: text(kept.key) || fresh.key,
    base: text(kept.base) || null,
  }
}

function restoreDraft(kept: unknown): WizardDraft {
  const blank = blankDraft()
  const from = isRecord(kept) ? kept : {}
  const sources = list(from.sources).map((row) => ({ ...newSource(), url: text(row.url), description: text(row.description) }))
  const actions = list(from.actions).map((row) => ({ ...newAction(), text: text(row.text) }))
  const alternatives = list(from.alternatives).map((row) => ({ ...newAlternative(), name: text(row.name), url: text(row.url), note: text(row.note) }))
  return {
    target: restoreTarget(from.target),
    title: text(from.title),
    goal: text(from.goal),
    whyItMatters: text(from.whyItMatters),
    body: text(from.body),
    sources: sources.length ? sources : blank.sources,
    causes: list(from.causes).flatMap(restoreCause),
    actions: actions.length ? actions : blank.actions,
    alternatives: alternatives.length ? alternatives : blank.alternatives,
    mode: from.mode === 'non_monetary' ? from.mode : blank.mode,
    productService: text(from.productService),
    spend: text(from.spend, blank.spend),
    durationBasis: durationBases.find((basis) => basis === from.durationBasis) ?? blank.durationBasis,
    unit: text(from.unit, blank.unit),
    supportersGoal: text(from.supportersGoal),
    cover: readPicture(from.cover),
  }
}

function restoreTarget(kept: unknown): TargetChoice | null {
  if (!isRecord(kept) || !text(kept.name)) return null
  const name = text(kept.name)
  if (kept.kind === 'known' && text(kept.id))
    return {
      kind: 'known',
      id: text(kept.id),
      slug: text(kept.slug) || null,
      name,
      industry: text(kept.industry) || null,
      isVerified: kept.isVerified !== false,
    }
  return kept.kind === 'new' ? { kind: 'new', name, websiteUrl: text(kept.websiteUrl), industry: restoreIndustry(kept.industry) } : null
}

function restoreIndustry(kept: unknown): IndustryChoice | null {
  if (!isRecord(kept) || !text(kept.name)) return null
  return { id: text(kept.id) || null, name: text(kept.name) }
}

function restoreCause(kept: Fields): CauseChoice[] {
  return text(kept.name) ? [{ id: text(kept.id) || null, name: text(kept.name) }] : []
}

type Fields = Record<string, unknown>
const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown, otherwise = '') => (typeof value === 'string' ? value : otherwise)
const list = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : [])
