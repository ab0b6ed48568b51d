import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '#design/button.tsx'
import { Dialog } from '#design/dialog.tsx'
import { TextArea } from '#design/text-field.tsx'
import { reasonProblems } from '#features/moderation/policy.ts'
import { moderationLimits } from '#features/moderation/terms.ts'
import { m } from '#messages'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { api } from './api.ts'

type ReasonDialogProps = {
  title: string
  /** Text of the button that saves. */
  action: string
  /** Tells the moderator who reads the reason. */
  hint: string
  /** The dialog closes when it resolves to nothing, and otherwise shows the result. */
  save: (reason: string) => Promise<string | undefined>
  onClose: () => void
  /** Checks the fields above the reason, shows their problems and returns true if there is one. */
  hasProblem?: () => boolean
  /** Fields above the reason. */
  children?: ReactNode
}

const reasonTexts: Record<string, () => string> = { REASON_MISSING: m.moderation_reason_missing, REASON_TOO_LONG: m.moderation_reason_too_long }
const failures: Record<string, () => string> = {
  LAST_ADMIN: m.people_last_admin,
  FORBIDDEN: m.people_forbidden,
  NOT_FOUND: m.people_forbidden,
  NOT_SUSPENDED: m.people_forbidden,
}

/** Asks for the reason that every act about a person needs, then saves. */
export function ReasonDialog({ title, action, hint, save, hasProblem, onClose, children }: ReasonDialogProps) {
  const queryClient = useQueryClient()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [result, setResult] = useState<string>()
  const [isSaving, setSaving] = useState(false)

  async function act() {
    const { reason: wrong } = reasonProblems(reason)
    setProblem(wrong && reasonTexts[wrong]?.())
    setFailure(undefined)
    const isIncomplete = hasProblem?.() ?? false
    if (wrong || isIncomplete || isSaving) return
    setSaving(true)
    try {
      const shown = await save(reason)
      await queryClient.invalidateQueries({ queryKey: api.key() })
      if (shown === undefined) return onClose()
      setResult(shown)
    } catch (error) {
      setFailure((failures[refusalOf(error)?.code ?? ''] ?? m.people_save_failed)())
    }
    setSaving(false)
  }

  const footer = (
    <>
      <Button tone="quiet" onClick={onClose}>
        {result === undefined ? m.moderation_cancel() : m.people_close()}
      </Button>
      {result === undefined && (
        <Button tone="primary" pending={isSaving} onClick={act}>
          {action}
        </Button>
      )}
    </>
  )
  return (
    <Dialog open onClose={onClose} title={title} footer={footer} atBottom>
      {result !== undefined ? (
        <p role="status" className="text-lg font-semibold select-all [overflow-wrap:anywhere]">
          {result}
        </p>
      ) : (
        <div className="flex flex-col gap-4">
          {children}
          <TextArea
            label={m.moderation_reason()}
            hint={hint}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            error={problem}
            count={{ max: moderationLimits.reason }}
            rows={3}
            readOnly={isSaving}
            dir="auto"
          />
          {failure && (
            <p role="alert" className="font-semibold text-danger-text">
              {failure}
            </p>
          )}
        </div>
      )}
    </Dialog>
  )
}
