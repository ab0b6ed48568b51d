import { useState } from 'react'
import { RadioGroup } from '#design/radio-group.tsx'
import { SwitchField } from '#design/switch-field.tsx'
import { rules } from '#features/moderation/terms.ts'
import { RuleField } from '#features/moderation/ui/public.ts'
import { m } from '#messages'
import type { PersonRow } from '../contract.ts'
import { roles, suspensionDays } from '../terms.ts'
import { api } from './api.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { daysText, roleEffects, roleNames } from './words.ts'

export type PersonAct = 'suspend' | 'lift' | 'role' | 'address'
type DialogProps = { person: PersonRow; onClose: () => void }

/** The dialog for one act about one person. */
export function PersonDialog({ act, ...props }: DialogProps & { act: PersonAct }) {
  const { person, onClose } = props
  const { id, name } = person
  if (act === 'suspend') return <SuspendDialog {...props} />
  if (act === 'role') return <RoleDialog {...props} />
  if (act === 'lift')
    return (
      <ReasonDialog
        title={m.people_lift_named({ name })}
        action={m.people_lift()}
        hint={m.people_reason_record()}
        onClose={onClose}
        save={async (reason) => void (await api.lift.call({ id, reason }))}
      />
    )
  return (
    <ReasonDialog
      title={m.people_address_named({ name })}
      action={m.people_address_show()}
      hint={m.people_address_hint()}
      onClose={onClose}
      save={async (reason) => (await api.address.call({ id, reason })).email ?? m.people_address_none()}
    />
  )
}

function SuspendDialog({ person: { id, name, suspension }, onClose }: DialogProps) {
  const [chosen, setChosen] = useState('3')
  const [hidesContent, setHidesContent] = useState(suspension?.hidesContent ?? false)
  const [rule, setRule] = useState('')
  const [isRuleMissing, setRuleMissing] = useState(false)
  const restsOn = rules.find((each) => each === rule)
  const days = suspensionDays.find((each) => String(each) === chosen) ?? null
  return (
    <ReasonDialog
      title={m.people_suspend_named({ name })}
      action={m.people_suspend()}
      hint={m.people_reason_person()}
      onClose={onClose}
      save={async (reason) => void (await api.suspend.call({ id, days, ...(restsOn && { rule: restsOn }), reason, hidesContent }))}
      hasProblem={() => {
        setRuleMissing(!restsOn)
        return !restsOn
      }}
    >
      <RadioGroup
        legend={m.people_suspend_for()}
        value={chosen}
        onChange={setChosen}
        options={suspensionDays.map((each) => ({ value: String(each), label: daysText(each) }))}
      />
      <RuleField rule={rule} onChange={setRule} isMissing={isRuleMissing} />
      <SwitchField label={m.people_hide()} hint={m.people_hide_hint()} checked={hidesContent} onChange={setHidesContent} />
    </ReasonDialog>
  )
}

function RoleDialog({ person: { id, name, role: present }, onClose }: DialogProps) {
  const [role, setRole] = useState(present)
  return (
    <ReasonDialog
      title={m.people_role_named({ name })}
      action={m.people_role_change()}
      hint={m.people_reason_role()}
      onClose={onClose}
      save={async (reason) => void (await api.setRole.call({ id, role, reason }))}
    >
      <RadioGroup
        legend={m.people_role()}
        value={role}
        onChange={setRole}
        options={roles.map((each) => ({ value: each, label: roleNames[each](), hint: roleEffects[each]() }))}
      />
    </ReasonDialog>
  )
}
