import { useState } from 'react'
import { RadioGroup } from '#design/radio-group.tsx'
import { m } from '#messages'
import { durationText } from '#platform/time-text.ts'
import type { DiscussionLimits } from '../contract.ts'
import { slowMode } from '../terms.ts'
import { decisionFailures, ReasonDialog } from './reason-dialog.tsx'

export type SaveLimits = (limits: DiscussionLimits, reason: string) => Promise<unknown>

type LimitsDialogProps = { limits: DiscussionLimits; save: SaveLimits; onClose: () => void }

export function LimitsDialog({ limits, save, onClose }: LimitsDialogProps) {
  const [choice, setChoice] = useState(limits.isLocked ? 'locked' : limits.slowSeconds === null ? 'open' : String(limits.slowSeconds))
  return (
    <ReasonDialog
      title={m.moderation_limit()}
      action={m.design_save()}
      hint={m.moderation_limit_reason_hint()}
      save={(reason) => save({ isLocked: choice === 'locked', slowSeconds: Number.parseInt(choice, 10) || null }, reason)}
      onClose={onClose}
      texts={decisionFailures}
    >
      <RadioGroup
        legend={m.moderation_limit_who()}
        value={choice}
        onChange={setChoice}
        options={[
          { value: 'open', label: m.moderation_limit_open() },
          ...slowMode.choices.map((seconds) => ({ value: String(seconds), label: m.moderation_limit_slow({ time: durationText(seconds) }) })),
          { value: 'locked', label: m.moderation_limit_locked(), hint: m.moderation_limit_locked_hint() },
        ]}
      />
    </ReasonDialog>
  )
}
