import { type ReactNode, useState } from 'react'
import { Button } from '#design/button.tsx'
import { Dialog } from '#design/dialog.tsx'
import { FailureText } from '#design/field-texts.tsx'
import { TextArea } from '#design/text-field.tsx'
import { m } from '#messages'
import { type CodeTexts, failureText } from '#platform/client/failure-text.ts'
import { fieldTexts } from '#platform/client/field-problem-texts.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { reasonProblems } from '../policy.ts'
import { moderationLimits } from '../terms.ts'
import { reasonTexts } from './reason-texts.ts'

export type ReasonDialogProps = {
  title: string
  /** Text of the button that saves. */
  action: string
  /** States who reads the reason. */
  hint: string
  save: (reason: string) => Promise<unknown>
  onClose: () => void
  /** Called when the decision is saved; by default the dialog closes. */
  onSaved?: () => void
  /** Returns the code of the problem in the reason, for a stricter rule than that it is not empty. */
  checkReason?: (reason: string) => Record<string, string>
  /** Returns the codes of problems in the other fields, by field; false for none. */
  check?: () => Record<string, string> | false
  /** Texts by error code: of problems in the other fields, and of failures. */
  texts?: CodeTexts
  /** The text for a failure without one in `texts`. */
  failed?: () => string
  /** False hides the reason, for a choice that needs none. */
  needsReason?: boolean
  /** Content above the reason. As a function it gets and shows the text for each field with a problem; otherwise such a text is shown as a failure. */
  children?: ReactNode | ((problems: Record<string, string>) => ReactNode)
}

/** Texts of dialogs that decide about content. */
export const decisionFailures: CodeTexts = {
  NOT_FOUND: m.moderation_gone,
  FORBIDDEN: m.moderation_gone,
  CLAIMED: m.moderation_claimed,
  CONTENT_CHANGED: m.queue_keep_changed,
}

/** Asks for the reason of a decision and saves it. A refusal is shown at its field, and what was typed stays. */
export function ReasonDialog({
  title,
  action,
  hint,
  save,
  onClose,
  onSaved = onClose,
  checkReason = reasonProblems,
  check,
  texts,
  failed = m.moderation_failed,
  needsReason = true,
  children,
}: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [codes, setCodes] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const problems = fieldTexts(codes, { ...reasonTexts, RULE_MISSING: m.moderation_rule_missing, ...texts })
  const { reason: reasonProblem, ...others } = problems
  const shownFailure = failure ?? (typeof children === 'function' ? undefined : Object.values(others)[0])

  async function act() {
    const found = { ...(needsReason && checkReason(reason)), ...check?.() }
    setCodes(found)
    setFailure(undefined)
    if (Object.keys(found).length > 0 || isSaving) return
    setSaving(true)
    try {
      await save(reason)
      onSaved()
    } catch (error) {
      const fields = refusalOf(error)?.fields ?? {}
      setCodes(fields)
      if (Object.keys(fields).length === 0) setFailure(failureText(error, texts, failed))
      setSaving(false)
    }
  }

  const footer = (
    <>
      <Button tone="quiet" onClick={onClose}>
        {m.design_cancel()}
      </Button>
      <Button tone="primary" pending={isSaving} onClick={() => void act()}>
        {action}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={title} footer={footer} atBottom>
      <div className="flex flex-col gap-4">
        {typeof children === 'function' ? children(problems) : children}
        {needsReason && (
          <TextArea
            label={m.moderation_reason()}
            hint={hint}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            error={reasonProblem}
            count={{ max: moderationLimits.reason }}
            rows={3}
            readOnly={isSaving}
            dir="auto"
          />
        )}
        {shownFailure && <FailureText>{shownFailure}</FailureText>}
      </div>
    </Dialog>
  )
}
