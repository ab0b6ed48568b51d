import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#design/button.tsx'
import { FailureText } from '#design/field-texts.tsx'
import { TextField } from '#design/text-field.tsx'
import { ReasonDialog } from '#features/moderation/ui/reason-dialog.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import type { ReviewedEntry } from '../contract.ts'
import { entryNameProblems } from '../policy.ts'
import { entryNameLength } from '../terms.ts'
import { api } from './api.ts'

type Act = 'rename' | 'merge' | 'lock' | 'remove'
type DialogProps = { entry: ReviewedEntry; onClose: () => void; onSaved: () => void }

/** Buttons for the acts of moderators on an entry. */
export function EntryActs({ entry }: { entry: ReviewedEntry }) {
  const { id, name, isVerified, isLocked, campaignCount } = entry
  const queryClient = useQueryClient()
  const [act, setAct] = useState<Act | null>(null)
  const [state, setState] = useState<'idle' | 'pending' | 'failed'>('idle')
  const reload = () => queryClient.invalidateQueries({ queryKey: api.key() })
  async function verify() {
    setState('pending')
    try {
      await api.verify.call({ id })
      await reload()
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  const close = () => setAct(null)
  const done = () => {
    close()
    void reload()
  }
  const dialog = { entry, onClose: close, onSaved: done }
  const buttons: { act: Act; text: string; label: string }[] = [
    { act: 'rename', text: m.directory_review_rename(), label: m.directory_review_rename_named({ name }) },
    { act: 'merge', text: m.directory_review_merge(), label: m.directory_review_merge_named({ name }) },
    isLocked
      ? { act: 'lock', text: m.directory_review_unlock(), label: m.directory_review_unlock_named({ name }) }
      : { act: 'lock', text: m.directory_review_lock(), label: m.directory_review_lock_named({ name }) },
    ...(campaignCount === 0 ? [{ act: 'remove' as const, text: m.directory_review_delete(), label: m.directory_review_delete_named({ name }) }] : []),
  ]
  return (
    <div className="flex flex-wrap items-start gap-2">
      {state === 'failed' && <FailureText>{m.directory_review_failed()}</FailureText>}
      {!isVerified && (
        <Button size="sm" tone="primary" pending={state === 'pending'} onClick={verify} aria-label={m.directory_review_verify_named({ name })}>
          {m.directory_review_verify()}
        </Button>
      )}
      {buttons.map((button) => (
        <Button key={button.act} size="sm" tone="quiet" onClick={() => setAct(button.act)} aria-label={button.label}>
          {button.text}
        </Button>
      ))}
      {act === 'rename' && <RenameDialog {...dialog} />}
      {act === 'merge' && <MergeDialog {...dialog} />}
      {act === 'lock' && <LockDialog {...dialog} />}
      {act === 'remove' && <RemoveDialog {...dialog} />}
    </div>
  )
}

const texts = {
  ENTRY_NAME_LENGTH: m.directory_review_problem_length,
  ENTRY_NAME_COMMA: m.directory_review_problem_comma,
  ENTRY_NAME_TAKEN: m.directory_review_problem_taken,
  ENTRY_USED: m.directory_review_problem_used,
  ENTRY_INTO_UNKNOWN: m.directory_review_problem_into,
  ENTRY_ANSWERS: m.directory_review_problem_answers,
  ENTRY_BOTH_SPEAK: () => m.directory_review_problem_both_speak(nouns),
  ENTRY_BOTH_ANSWERED: () => m.directory_review_problem_both_answered(nouns),
}
const shared = { hint: m.directory_review_reason_hint(), texts, failed: m.directory_review_failed }

function RenameDialog({ entry: { id, kind, name: before }, ...rest }: DialogProps) {
  const [name, setName] = useState(before)
  return (
    <ReasonDialog
      {...shared}
      {...rest}
      title={m.directory_review_rename_named({ name: before })}
      action={m.directory_review_rename()}
      check={() => entryNameProblems(kind, name)}
      save={(reason) => api.rename.call({ id, name, reason })}
    >
      {({ name: problem }) => (
        <>
          <p>{m.directory_review_rename_text()}</p>
          <TextField
            label={m.directory_review_name()}
            value={name}
            onChange={({ target }) => setName(target.value)}
            error={problem}
            count={{ max: entryNameLength[kind].max }}
            autoComplete="off"
            dir="auto"
          />
        </>
      )}
    </ReasonDialog>
  )
}

function MergeDialog({ entry: { id, name, kind }, ...rest }: DialogProps) {
  const [into, setInto] = useState('')
  return (
    <ReasonDialog
      {...shared}
      {...rest}
      title={m.directory_review_merge_named({ name })}
      action={m.directory_review_merge()}
      save={(reason) => api.merge.call({ id, into, reason })}
    >
      {({ into: problem }) => (
        <>
          <p>{m.directory_review_merge_text(nouns)}</p>
          <TextField
            label={m.directory_review_into()}
            hint={m.directory_review_into_hint({ example: `/${kind}/...` })}
            value={into}
            onChange={({ target }) => setInto(target.value)}
            error={problem}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
          />
        </>
      )}
    </ReasonDialog>
  )
}

function LockDialog({ entry: { id, name, isLocked }, ...rest }: DialogProps) {
  return (
    <ReasonDialog
      {...shared}
      {...rest}
      title={isLocked ? m.directory_review_unlock_named({ name }) : m.directory_review_lock_named({ name })}
      action={isLocked ? m.directory_review_unlock() : m.directory_review_lock()}
      save={(reason) => api.lock.call({ id, isLocked: !isLocked, reason })}
    >
      <p>{isLocked ? m.directory_review_unlock_text(nouns) : m.directory_review_lock_text(nouns)}</p>
    </ReasonDialog>
  )
}

const RemoveDialog = ({ entry: { id, name }, ...rest }: DialogProps) => (
  <ReasonDialog
    {...shared}
    {...rest}
    title={m.directory_review_delete_named({ name })}
    action={m.directory_review_delete()}
    save={(reason) => api.remove.call({ id, reason })}
  >
    <p>{m.directory_review_delete_text()}</p>
  </ReasonDialog>
)
