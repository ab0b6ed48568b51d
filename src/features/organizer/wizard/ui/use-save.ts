import { useRef, useState } from 'react'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { freshKey } from '#platform/client/fresh-key.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { type Request, requestOf, type WizardDraft } from '../draft.ts'
import { type Failure, failureOf, type Refused } from '../refusal.ts'
import { api } from './api.ts'
import { failureText } from './failure-text.ts'

export type Saved = { id: string; slug: string | null; status: string }
export type Intent = 'draft' | 'publish'
export type Trouble = { text: string; kind: Failure['kind']; intent: Intent }
/** The saved draft that is edited and the `updatedAt` of the version that was read. Null for a new campaign. */
export type Subject = { id: string; base: string } | null
type Start = { key: string; subject: Subject }
type Handlers = { onSaved: (saved: Saved, intent: Intent) => void | Promise<void>; onRefused: (field: string) => void }

/**
 * Saves or publishes a draft once, regardless of repeated presses, several tabs and network failures. Unlike other idempotency keys, this one
 * stays when the draft changes: otherwise a retry after a lost response could create a second campaign.
 */
export function useSave(start: Start, { onSaved, onRefused }: Handlers) {
  const [key, setKey] = useState(start.key)
  const [subject, setSubject] = useState(start.subject)
  const [saving, setSaving] = useState<Intent | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [refused, setRefused] = useState<Refused | null>(null)
  const isBusy = useRef(false)

  async function save(draft: WizardDraft, intent: Intent, over = subject) {
    if (isBusy.current) return
    isBusy.current = true
    const sentKey = over === subject ? key : freshKey()
    setSubject(over)
    setKey(sentKey)
    setSaving(intent)
    setTrouble(null)
    setRefused(null)
    const request = requestOf(draft)
    try {
      await onSaved(await send({ request, intent, subject: over, key: sentKey }), intent)
    } catch (error) {
      const failure = failureIn(error, request, over)
      if (failure.kind === 'saved-before') setKey(freshKey())
      fail(failure, intent)
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

  const fail = (failure: Failure, intent: Intent) => setTrouble({ text: troubleText(failure, intent), kind: failure.kind, intent })

  /** Overwrites the current version that was changed elsewhere. A campaign that is no longer a draft stays unchanged. */
  async function saveOver(draft: WizardDraft, intent: Intent) {
    if (subject === null) return
    setSaving(intent)
    try {
      const { status, updatedAt } = await api.campaigns.editable.call({ id: subject.id })
      if (status !== 'draft') return fail({ kind: 'published-elsewhere' }, intent)
      await save(draft, intent, { id: subject.id, base: updatedAt.toISOString() })
    } catch (error) {
      fail(failureIn(error, requestOf(draft), subject), intent)
    } finally {
      setSaving(null)
    }
  }

  return { key, base: subject?.base ?? null, save, saveOver, saving, trouble, refused }
}

/** Saves a draft instead if its author must confirm the email address before publishing. */
async function send(given: Sending): Promise<Saved> {
  try {
    return await sendOnce(given)
  } catch (error) {
    if (given.intent === 'draft' || refusalOf(error)?.code !== 'CONFIRM_EMAIL_FIRST') throw error
    return sendOnce({ ...given, intent: 'draft', key: freshKey() })
  }
}

type Sending = { request: Request; intent: Intent; subject: Subject; key: string }

/** Every case is one request, and so one transaction. */
function sendOnce({ request, intent, subject, key }: Sending): Promise<Saved> {
  const options = { context: { idempotencyKey: key } }
  if (subject === null) return api.campaigns.create.call({ ...request.input, publish: intent === 'publish' }, options)
  const { id, base: ifUnchangedSince } = subject
  if (intent === 'publish') return api.campaigns.publish.call({ id, changes: request.input, ifUnchangedSince }, options)
  return api.campaigns.update.call({ ...request.input, id, ifUnchangedSince }, options)
}

/** If an earlier attempt succeeded although its response was lost, the saved draft has changed, as if elsewhere. */
function failureIn(error: unknown, request: Request, subject: Subject): Failure {
  const failure = failureOf(error, request)
  return failure.kind === 'saved-before' && subject !== null ? { kind: 'changed-elsewhere' } : failure
}

function troubleText(failure: Failure, intent: Intent): string {
  if (failure.kind === 'signed-out') return m.wizard_must_be_signed_in()
  if (failure.kind === 'saved-before') return m.wizard_saved_before()
  if (failure.kind === 'changed-elsewhere') return m.wizard_changed_elsewhere()
  if (failure.kind === 'published-elsewhere') return m.wizard_published_elsewhere(nouns)
  if (failure.kind === 'deleted-elsewhere') return m.wizard_deleted_elsewhere()
  if (failure.kind === 'step') return failureText(failure.code)
  if (failure.kind === 'other' && failure.text) return failure.text
  const codes = failure.kind === 'fields' ? failure.problems.map(({ code }) => code) : []
  if (codes.includes('TARGET_MISSING')) return m.wizard_missing_data()
  if (codes.some((code) => code === 'PRODUCT_MISSING' || code === 'SPEND_INVALID' || code === 'DURATION_MISSING')) return m.wizard_monetary_needs()
  if (codes.includes('UNIT_MISSING')) return m.wizard_non_monetary_needs()
  return intent === 'publish' ? m.wizard_publish_failed() : m.wizard_save_failed()
}
