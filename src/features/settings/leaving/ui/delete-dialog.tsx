import { type FormEvent, type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useAlert } from '#design/alerts.tsx'
import { Button } from '#design/button.tsx'
import { Dialog } from '#design/dialog.tsx'
import { TextField } from '#design/text-field.tsx'
import { useAuth } from '#features/accounts/ui/use-auth.ts'
import { m } from '#messages'
import { apiFor } from '#platform/client/api.ts'
import { forgetAll } from '#platform/client/browser-memory.ts'
import { forgetting, notifyTabs, ownDoing } from '#platform/client/other-tabs.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import type { leavingContract } from '../contract.ts'
import { isPhrase, phrase } from '../terms.ts'

const api = apiFor<typeof leavingContract>('leaving')

/** Asks for the exact phrase before it deletes the account. Afterwards the page is loaded again as a visitor's. */
export function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { alert } = useAlert()
  const { viewer } = useAuth()
  const [typed, setTyped] = useState('')
  const [isSending, setSending] = useState(false)
  const [formId, fieldId] = [useId(), useId()]
  useEffect(() => document.getElementById(fieldId)?.focus(), [fieldId])
  const isReady = isPhrase(typed)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    if (!isReady) return alert(m.leaving_phrase_wrong({ phrase }))
    setSending(true)
    ownDoing.isSigningOut = true
    try {
      await api.deleteAccount.call({ phrase: typed })
    } catch (error) {
      setSending(false)
      ownDoing.isSigningOut = false
      const refusal = refusalOf(error)
      // The session has ended, which a reload shows.
      if (refusal?.status === 401) return window.location.reload()
      return alert(refusal?.code === 'LAST_ADMIN' ? m.people_last_admin() : m.leaving_failed())
    }
    if (viewer) forgetAll(viewer.id)
    forgetting.begin()
    notifyTabs(null)
    window.location.assign('/')
  }

  /** Enter does not submit a form whose button is disabled, so the field explains why. */
  function explain(event: KeyboardEvent) {
    if (event.key !== 'Enter' || isReady) return
    event.preventDefault()
    void alert(m.leaving_phrase_wrong({ phrase }))
  }

  return (
    <Dialog
      open
      onClose={() => !isSending && onClose()}
      title={m.leaving_title()}
      footer={
        <>
          <Button tone="quiet" disabled={isSending} onClick={onClose}>
            {m.design_cancel()}
          </Button>
          <Button tone="danger" type="submit" form={formId} disabled={!isReady} pending={isSending}>
            {m.leaving_confirm()}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <p>{m.leaving_dialog_text()}</p>
        <TextField
          id={fieldId}
          label={m.leaving_phrase({ phrase })}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={explain}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </form>
    </Dialog>
  )
}
