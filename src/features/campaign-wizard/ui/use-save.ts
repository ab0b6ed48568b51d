import { useRef, useState } from 'react'
import { m } from '#messages'
import { freshKey, requestOf, type WizardDraft } from '../draft.ts'
import { type Failure, failureOf, isRefusal, type Refused } from '../refusal.ts'
import { api } from './api.ts'

export type Saved = { slug: string; status: string }
export type Trouble = { text: string; kind: Failure['kind'] }
type Attempt = {
  key: string
  /** The draft that was refused under this key: another one goes under a new key. */
  refusedDraft: WizardDraft | null
}
type Handlers = { onSaved: (saved: Saved) => void | Promise<void>; onRefused: (field: string) => void }

/** Saves a draft or publishes: once, however often the button is pressed, tabs are open or the network fails. */
export function useSave(startKey: string, { onSaved, onRefused }: Handlers) {
  const [attempt, setAttempt] = useState<Attempt>({ key: startKey, refusedDraft: null })
  const [saving, setSaving] = useState<'draft' | 'publish' | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [refused, setRefused] = useState<Refused | null>(null)
  const isBusy = useRef(false)

  async function save(draft: WizardDraft, intent: 'draft' | 'publish') {
    if (isBusy.current) return
    isBusy.current = true
    const key = attempt.refusedDraft !== null && attempt.refusedDraft !== draft ? freshKey() : attempt.key
    setAttempt({ key, refusedDraft: null })
    setSaving(intent)
    setTrouble(null)
    setRefused(null)
    const request = requestOf(draft)
    try {
      const saved = await api.campaigns.create.call({ ...request.input, publish: intent === 'publish' }, { context: { idempotencyKey: key } })
      await onSaved(saved)
    } catch (error) {
      const failure = failureOf(error, request)
      setAttempt({ key: failure.kind === 'saved-before' ? freshKey() : key, refusedDraft: isRefusal(error) ? draft : null })
      setTrouble({ text: troubleText(failure, intent), kind: failure.kind })
      const [first] = failure.kind === 'fields' ? failure.problems : []
      if (failure.kind === 'fields' && first) {
        setRefused({ draft, problems: failure.problems })
        onRefused(first.field)
      }
    } finally {
      isBusy.current = false
      setSaving(null)
    }
  }

  return { key: attempt.key, save, saving, trouble, refused }
}

function troubleText(failure: Failure, intent: 'draft' | 'publish'): string {
  if (failure.kind === 'signed-out') return m.wizard_must_be_signed_in()
  if (failure.kind === 'saved-before') return m.wizard_saved_before()
  const codes = failure.kind === 'fields' ? failure.problems.map(({ code }) => code) : []
  if (codes.includes('TARGET_MISSING')) return m.wizard_missing_data()
  if (codes.some((code) => code === 'PRODUCT_MISSING' || code === 'SPEND_INVALID' || code === 'DURATION_MISSING')) return m.wizard_monetary_needs()
  if (codes.includes('UNIT_MISSING')) return m.wizard_non_monetary_needs()
  return intent === 'publish' ? m.wizard_publish_failed() : m.wizard_save_failed()
}
