import { useState } from 'react'
import { CheckboxField } from '#design/choice-field.tsx'
import { RadioGroup } from '#design/radio-group.tsx'
import { m } from '#messages'
import { removedName } from '#platform/terms.ts'
import { demandProblems } from '../demands/policy.ts'
import { type ModerationDecision, type ModerationState, moderationStates, type Rule, type Warning } from '../terms.ts'
import { DemandFields, demandTexts, emptyDemand } from './demand-fields.tsx'
import { decisionFailures, ReasonDialog } from './reason-dialog.tsx'
import { RuleField } from './rule-field.tsx'

const labels = {
  hidden: { label: m.moderation_hide, hint: m.moderation_hide_hint },
  removed: { label: m.moderation_remove, hint: m.moderation_remove_hint },
  visible: { label: m.moderation_restore, hint: m.moderation_restore_hint },
  name: { label: m.moderation_remove_name, hint: () => m.moderation_remove_name_hint({ name: removedName }) },
  warned: { label: m.moderation_warn, hint: m.moderation_warn_hint },
} as const

type DialogProps = {
  state: ModerationState
  decide: (decision: ModerationDecision) => Promise<void>
  warn?: ((warning: Warning) => Promise<void>) | undefined
  removeName?: ((why: Warning) => Promise<void>) | undefined
  onClose: () => void
}

export function ModerateDialog({ state: present, decide, warn, removeName, onClose }: DialogProps) {
  const choices = [
    ...moderationStates.filter((each) => each !== present).reverse(),
    ...(removeName ? (['name'] as const) : []),
    ...(warn ? (['warned'] as const) : []),
  ]
  const [state, setState] = useState<keyof typeof labels>(present === 'visible' ? 'hidden' : 'visible')
  const [rule, setRule] = useState<Rule>()
  const [isDemanded, setDemanded] = useState(false)
  const [demand, setDemand] = useState(emptyDemand)
  const restsOnDemand = state === 'removed' && isDemanded
  const needsRule = state !== 'visible' && !restsOnDemand

  async function save(reason: string) {
    const why = { ...(needsRule && rule && { rule }), reason }
    if (state === 'name') await removeName?.(why)
    else await (state === 'warned' ? warn?.(why) : decide({ state, ...why, ...(restsOnDemand && { demand }) }))
  }

  return (
    <ReasonDialog
      title={m.moderation_moderate()}
      action={m.moderation_decide()}
      hint={m.moderation_reason_hint()}
      save={save}
      onClose={onClose}
      check={() => (restsOnDemand ? demandProblems(demand, state) : needsRule && !rule && { rule: 'RULE_MISSING' })}
      texts={{ ...decisionFailures, ...demandTexts }}
    >
      {(problems) => (
        <>
          <RadioGroup
            legend={m.moderation_state()}
            value={state}
            onChange={(value) => setState(choices.find((each) => each === value) ?? state)}
            options={choices.map((value) => ({ value, label: labels[value].label(), hint: labels[value].hint() }))}
          />
          {state === 'removed' && (
            <CheckboxField
              label={m.moderation_is_demand()}
              hint={m.moderation_is_demand_hint()}
              checked={isDemanded}
              onChange={({ target }) => setDemanded(target.checked)}
            />
          )}
          {restsOnDemand && <DemandFields demand={demand} onChange={setDemand} error={problems['demand.by']} />}
          {needsRule && <RuleField rule={rule} onChange={setRule} error={problems.rule} />}
        </>
      )}
    </ReasonDialog>
  )
}
