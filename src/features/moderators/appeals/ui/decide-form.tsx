import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '#design/button.tsx'
import { FailureText } from '#design/field-texts.tsx'
import { RadioGroup } from '#design/radio-group.tsx'
import { TextArea } from '#design/text-field.tsx'
import { reasonProblems } from '#features/moderation/policy.ts'
import { moderationLimits } from '#features/moderation/terms.ts'
import { reasonTexts } from '#features/moderation/ui/reason-texts.ts'
import { m } from '#messages'
import { appealOutcomes } from '../terms.ts'
import { api, openAppeals } from './api.ts'

/** The form with which a moderator grants or declines an appeal. */
export function DecideForm({ id, isSuspension }: { id: string; isSuspension: boolean }) {
  const queryClient = useQueryClient()
  const [outcome, setOutcome] = useState('')
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<{ outcome?: string; reason?: string }>({})
  const [isFailed, setFailed] = useState(false)
  const [isSaving, setSaving] = useState(false)

  async function decide(event: FormEvent) {
    event.preventDefault()
    const chosen = appealOutcomes.find((each) => each === outcome)
    const wrong = reasonProblems(reason).reason
    setErrors({
      ...(!chosen && { outcome: m.appeals_outcome_missing() }),
      ...(wrong && { reason: reasonTexts[wrong]() }),
    })
    setFailed(false)
    if (!chosen || wrong || isSaving) return
    setSaving(true)
    try {
      await api.decide.call({ id, outcome: chosen, reason })
      await queryClient.invalidateQueries({ queryKey: openAppeals().queryKey })
    } catch {
      setFailed(true)
    }
    setSaving(false)
  }

  return (
    <form onSubmit={decide} className="flex max-w-form flex-col gap-4">
      <RadioGroup
        legend={m.appeals_outcome()}
        value={outcome}
        onChange={setOutcome}
        error={errors.outcome}
        options={[
          { value: 'granted', label: isSuspension ? m.appeals_grant_lift() : m.appeals_grant() },
          { value: 'declined', label: m.appeals_decline() },
        ]}
      />
      <TextArea
        label={m.moderation_reason()}
        hint={m.appeals_answer_hint()}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        error={errors.reason}
        count={{ max: moderationLimits.reason }}
        dir="auto"
      />
      {isFailed && <FailureText>{m.appeals_decide_failed()}</FailureText>}
      <div>
        <Button type="submit" tone="primary" pending={isSaving}>
          {m.appeals_decide()}
        </Button>
      </div>
    </form>
  )
}
