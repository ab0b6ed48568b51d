import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#design/button.tsx'
import { Dialog } from '#design/dialog.tsx'
import { reasonProblems } from '#features/moderation/policy.ts'
import { m } from '#messages'
import { fieldTexts } from '#platform/client/field-problem-texts.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { noteProblems } from '../policy.ts'
import { api, corrections } from './api.ts'
import { problemTexts } from './problem-text.ts'
import { TextsFields } from './texts-fields.tsx'

export function UndoDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [texts, setTexts] = useState({ reason: '', note: '' })
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [isFailed, setFailed] = useState(false)
  const [isSaving, setSaving] = useState(false)

  async function undo() {
    const found = { ...reasonProblems(texts.reason), ...noteProblems(texts.note) }
    setProblems(fieldTexts(found, problemTexts))
    setFailed(false)
    if (Object.keys(found).length > 0 || isSaving) return
    setSaving(true)
    try {
      await api.undo.call({ id, ...texts })
      await queryClient.invalidateQueries({ queryKey: corrections().queryKey })
      onClose()
    } catch (error) {
      const fields = refusalOf(error)?.fields ?? {}
      setProblems(fieldTexts(fields, problemTexts))
      setFailed(Object.keys(fields).length === 0)
      setSaving(false)
    }
  }

  const footer = (
    <>
      <Button tone="quiet" onClick={onClose}>
        {m.corrections_cancel()}
      </Button>
      <Button tone="primary" pending={isSaving} onClick={undo}>
        {m.corrections_undo()}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={m.corrections_undo_ask()} footer={footer} atBottom>
      <div className="flex flex-col gap-4">
        <p className="text-muted">{m.corrections_undo_hint()}</p>
        <TextsFields texts={texts} problems={problems} onChange={setTexts} />
        {(isFailed || problems.id) && (
          <p role="alert" className="font-semibold text-danger-text">
            {problems.id ?? m.corrections_undo_failed()}
          </p>
        )}
      </div>
    </Dialog>
  )
}
