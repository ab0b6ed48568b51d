import { useState } from 'react'
import { Button } from '#design/button.tsx'
import { Dialog } from '#design/dialog.tsx'
import { RadioGroup } from '#design/radio-group.tsx'
import { TextArea } from '#design/text-field.tsx'
import { m } from '#messages'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { reasonProblems } from '../policy.ts'
import { type ModerationDecision, type ModerationState, moderationLimits, moderationStates, rules } from '../terms.ts'
import { RuleField } from './rule-field.tsx'

const labels = {
  hidden: { label: m.moderation_hide, hint: m.moderation_hide_hint },
  removed: { label: m.moderation_remove, hint: m.moderation_remove_hint },
  visible: { label: m.moderation_restore, hint: m.moderation_restore_hint },
} as const

const reasonTexts: Record<string, () => string> = { REASON_MISSING: m.moderation_reason_missing, REASON_TOO_LONG: m.moderation_reason_too_long }

type DialogProps = { state: ModerationState; decide: (decision: ModerationDecision) => Promise<void>; onClose: () => void }

export function ModerateDialog({ state: present, decide, onClose }: DialogProps) {
  const choices = moderationStates.filter((each) => each !== present)
  const [state, setState] = useState(present === 'visible' ? 'hidden' : 'visible')
  const [rule, setRule] = useState('')
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useState<{ isRuleMissing: boolean; reason?: string | undefined }>({ isRuleMissing: false })
  const [failure, setFailure] = useState<string>()
  const [isSaving, setSaving] = useState(false)

  async function save() {
    const chosen = choices.find((each) => each === state)
    const restsOn = rules.find((each) => each === rule)
    const { reason: wrong } = reasonProblems(reason)
    const isRuleMissing = chosen !== 'visible' && !restsOn
    setProblems({ isRuleMissing, reason: wrong && reasonTexts[wrong]?.() })
    setFailure(undefined)
    if (wrong || isRuleMissing || !chosen || isSaving) return
    setSaving(true)
    try {
      await decide({ state: chosen, ...(chosen !== 'visible' && restsOn && { rule: restsOn }), reason })
      onClose()
    } catch (error) {
      const code = refusalOf(error)?.code
      setFailure(code === 'NOT_FOUND' || code === 'FORBIDDEN' ? m.moderation_gone() : m.moderation_failed())
      setSaving(false)
    }
  }

  const footer = (
    <>
      <Button tone="quiet" onClick={onClose}>
        {m.moderation_cancel()}
      </Button>
      <Button tone="primary" pending={isSaving} onClick={save}>
        {m.moderation_decide()}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={m.moderation_moderate()} footer={footer} atBottom>
      <div className="flex flex-col gap-4">
        <RadioGroup
          legend={m.moderation_state()}
          value={state}
          onChange={setState}
          options={[...choices].reverse().map((value) => ({ value, label: labels[value].label(), hint: labels[value].hint() }))}
        />
        {state !== 'visible' && <RuleField rule={rule} onChange={setRule} isMissing={problems.isRuleMissing} />}
        <TextArea
          label={m.moderation_reason()}
          hint={m.moderation_reason_hint()}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          error={problems.reason}
          count={{ max: moderationLimits.reason }}
          readOnly={isSaving}
          dir="auto"
        />
        {failure && (
          <p role="alert" className="font-semibold text-danger-text">
            {failure}
          </p>
        )}
      </div>
    </Dialog>
  )
}
