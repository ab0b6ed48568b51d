import { useRef, useState } from 'react'
import { addressPart } from '#features/campaigns/terms.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { type KnownRefusal, refusalOf } from '#platform/client/refusal-of.ts'
import { useRequestKey } from '#platform/client/request-key.ts'
import { changesBetween } from '../changes.ts'
import { requestOf, type WizardDraft } from '../draft.ts'
import { failureCodeOf, type Refused } from '../refusal.ts'
import { onScreen, problemsOf } from '../steps.ts'
import { api } from './api.ts'
import { failureText } from './failure-text.ts'

export type ChangeTrouble = { kind: 'fields' | 'signed-out' | 'changed-elsewhere' | 'frozen' | 'ended' | 'other'; text: string }
/** `before` is the published version as of `base`. */
type Drafts = { before: WizardDraft; after: WizardDraft; isFrozen: boolean; base: string }
type Handlers = { onSaved: (slug: string) => void | Promise<void>; onRefused: (field: string) => void; onFrozen: () => Promise<unknown> }

/** Saves the changes once, regardless of repeated presses and network failures. */
export function useChange(campaign: { id: string; slug: string }, { onSaved, onRefused, onFrozen }: Handlers) {
  const [isSaving, setSaving] = useState(false)
  const [trouble, setTrouble] = useState<ChangeTrouble | null>(null)
  const [refused, setRefused] = useState<Refused | null>(null)
  const isBusy = useRef(false)
  const { keyFor, clear } = useRequestKey()

  function refuse(draft: WizardDraft, problems: Refused['problems']) {
    setRefused({ draft, problems })
    setTrouble({ kind: 'fields', text: m.edit_problems({ count: problems.length }) })
    onRefused(problems[0]?.field ?? 'title')
  }

  async function save(drafts: Drafts) {
    if (isBusy.current) return
    const changes = changesBetween(drafts)
    const problems = problemsOf(drafts.after)
    setTrouble(null)
    setRefused(null)
    if (problems.length > 0) return refuse(drafts.after, problems)
    if (Object.keys(changes).length === 0) return onSaved(campaign.slug)
    isBusy.current = true
    setSaving(true)
    try {
      const input = { id: campaign.id, ...changes, ifUnchangedSince: drafts.base }
      const saved = await api.campaigns.update.call(input, { context: { idempotencyKey: keyFor(input) } })
      clear()
      await onSaved(addressPart(saved))
    } catch (error) {
      const refusal = refusalOf(error)
      const found = onScreen(refusal?.fields ?? {}, requestOf(drafts.after))
      if (found.length > 0) refuse(drafts.after, found)
      else setTrouble(troubleOf(refusal))
      if (refusal?.code === 'CAMPAIGN_FROZEN') await onFrozen()
    } finally {
      isBusy.current = false
      setSaving(false)
    }
  }

  /** Overwrites changes made elsewhere. If fields froze meanwhile, it saves nothing and reports that instead. */
  async function saveOver(current: () => Promise<Drafts | null>) {
    setSaving(true)
    try {
      const drafts = await current()
      if (drafts) await save(drafts)
      else setTrouble({ kind: 'frozen', text: m.edit_frozen_now() })
    } catch (error) {
      setTrouble(troubleOf(refusalOf(error)))
    } finally {
      setSaving(false)
    }
  }

  return { save, saveOver, isSaving, trouble, refused }
}

function troubleOf(refusal: KnownRefusal | null): ChangeTrouble {
  if (refusal === null) return { kind: 'other', text: m.error_network() }
  if (refusal.status === 401) return { kind: 'signed-out', text: m.edit_signed_out() }
  if (refusal.code === 'CAMPAIGN_CHANGED' || refusal.code === 'IDEMPOTENCY_KEY_REUSED') return { kind: 'changed-elsewhere', text: m.wizard_changed_elsewhere() }
  if (refusal.code === 'CAMPAIGN_FROZEN') return { kind: 'frozen', text: m.edit_frozen_now() }
  if (refusal.code === 'CAMPAIGN_NOT_ACTIVE') return { kind: 'ended', text: m.edit_ended(nouns) }
  const failed = failureCodeOf(refusal.code)
  if (failed) return { kind: 'other', text: failureText(failed) }
  if (refusal.code === 'TOO_MANY_EDITS') return { kind: 'other', text: m.edit_too_many() }
  return { kind: 'other', text: refusal.text ?? (refusal.status === 429 ? m.error_too_many() : m.edit_failed()) }
}
