import { type FormEvent, useEffect, useId, useState } from 'react'
import { useAlert } from '#design/alerts.tsx'
import { Button } from '#design/button.tsx'
import { Dialog } from '#design/dialog.tsx'
import { TextField } from '#design/text-field.tsx'
import { limits } from '#features/campaigns/validation/terms.ts'
import { m } from '#messages'
import { isSameName } from '#platform/same-name.ts'
import { lengthOf, normalized } from '#platform/text.ts'
import type { CauseChoice } from '../draft.ts'
import { entryNamed } from './target-named.ts'

type NewCauseProps = { known: readonly CauseChoice[]; onClose: () => void; onChoose: (cause: CauseChoice) => void }

const formId = 'new-cause'

/** A cause's name has no comma, because commas separate causes in addresses. */
export function NewCauseDialog({ known, onClose, onChoose }: NewCauseProps) {
  const { alert } = useAlert()
  const [name, setName] = useState('')
  const nameId = useId()
  useEffect(() => document.getElementById(nameId)?.focus(), [nameId])
  const error = name.includes(',') || lengthOf(name) > limits.name ? m.wizard_problem_cause_name() : undefined

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!normalized(name) || error) return
    const existing = known.find((cause) => isSameName(cause.name, name)) ?? (await entryNamed('causes', name))
    if (existing) await alert(m.wizard_cause_exists({ name: existing.name }))
    onChoose(existing ? { id: existing.id, name: existing.name } : { id: null, name: normalized(name) })
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={m.wizard_cause_add()}
      footer={
        <>
          <Button onClick={onClose}>{m.design_cancel()}</Button>
          <Button tone="primary" type="submit" form={formId} disabled={!normalized(name) || error !== undefined}>
            {m.wizard_cause_add_submit()}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <TextField
          id={nameId}
          label={m.wizard_cause_name()}
          value={name}
          onChange={(event) => setName(event.target.value)}
          count={{ max: limits.name }}
          error={error}
          autoComplete="off"
        />
      </form>
    </Dialog>
  )
}
