import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SelectField } from '#design/choice-field.tsx'
import { FailureText } from '#design/field-texts.tsx'
import { ReasonDialog } from '#features/moderation/ui/reason-dialog.tsx'
import { m } from '#messages'
import type { Invalidation, UndoPart } from '../contract.ts'
import { noteProblems, partProblems } from '../policy.ts'
import { api, corrections, heldGroups } from './api.ts'
import { type Chosen, nothingChosen, selectionOf } from './chosen-selection.ts'
import { Conditions } from './conditions.tsx'
import { problemTexts } from './problem-text.ts'
import { NoteField } from './texts-fields.tsx'

type Which = 'all' | 'asked' | 'part'

/** Restores the pledges of an invalidation: all, only those whose people asked for a look, or only those that match the conditions. */
export function UndoDialog({ undone: { id, isHeld, isLookAsked }, onClose }: { undone: Invalidation; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [note, setNote] = useState('')
  const [which, setWhich] = useState<Which>(isLookAsked ? 'asked' : 'all')
  const [chosen, setChosen] = useState<Chosen>(nothingChosen)
  const part = partOf(which, chosen)

  async function save(reason: string) {
    await api.undo.call({ id, reason, note, ...(part && { part }) })
    for (const { queryKey } of [corrections(), heldGroups()]) await queryClient.invalidateQueries({ queryKey })
  }

  const options: { value: Which; label: string }[] = [
    { value: 'all', label: m.corrections_undo_all() },
    ...(isLookAsked ? [{ value: 'asked' as const, label: m.corrections_undo_asked() }] : []),
    { value: 'part', label: m.corrections_undo_part() },
  ]
  return (
    <ReasonDialog
      title={m.corrections_undo_ask()}
      action={m.corrections_undo()}
      hint={m.corrections_reason_hint()}
      save={save}
      onClose={onClose}
      check={() => ({ ...(part && partProblems(part)), ...(!isHeld && noteProblems(note)) })}
      texts={problemTexts}
      failed={m.corrections_undo_failed}
    >
      {(problems) => (
        <>
          <p className="text-muted">{isHeld ? m.corrections_undo_held_hint() : m.corrections_undo_hint()}</p>
          <SelectField
            label={m.corrections_undo_which()}
            value={which}
            onChange={({ target }) => setWhich(options.find(({ value }) => value === target.value)?.value ?? 'all')}
            options={options}
          />
          {which === 'part' && <Conditions chosen={chosen} problems={problems} onChoose={setChosen} />}
          {!isHeld && <NoteField note={note} problem={problems.note} onChange={setNote} />}
          {[problems.selection, problems.id].map((text) => text && <FailureText key={text}>{text}</FailureText>)}
        </>
      )}
    </ReasonDialog>
  )
}

function partOf(which: Which, chosen: Chosen): UndoPart | null {
  if (which === 'all') return null
  return which === 'asked' ? { isLookAsked: true } : selectionOf(chosen, undefined)
}
