import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#design/button.tsx'
import { Dialog } from '#design/dialog.tsx'
import { RadioGroup } from '#design/radio-group.tsx'
import { SwitchField } from '#design/switch-field.tsx'
import type { Rule } from '#features/moderation/terms.ts'
import { ReasonDialog, type ReasonDialogProps } from '#features/moderation/ui/reason-dialog.tsx'
import { RuleField } from '#features/moderation/ui/rule-field.tsx'
import { m } from '#messages'
import type { PersonRow } from '../contract.ts'
import { addressReasonProblems } from '../policy.ts'
import { addressLimits, roles, suspensionDays } from '../terms.ts'
import { api } from './api.ts'
import { daysText, roleEffects, roleNames } from './role-texts.ts'

export type PersonAct = 'suspend' | 'lift' | 'role' | 'address'
type DialogProps = { person: PersonRow; onClose: () => void }

const failures = {
  LAST_ADMIN: m.people_last_admin,
  FORBIDDEN: m.people_forbidden,
  NOT_FOUND: m.people_forbidden,
  NOT_SUSPENDED: m.people_forbidden,
  REASON_TOO_SHORT: () => m.people_address_reason_short({ count: addressLimits.reason }),
}

/** The dialog for one act about one person. */
export function PersonDialog({ act, ...props }: DialogProps & { act: PersonAct }) {
  const { person, onClose } = props
  const { id, name } = person
  if (act === 'suspend') return <SuspendDialog {...props} />
  if (act === 'role') return <RoleDialog {...props} />
  if (act === 'lift')
    return (
      <ActDialog
        title={m.people_lift_named({ name })}
        action={m.people_lift()}
        hint={m.people_reason_record()}
        onClose={onClose}
        save={(reason) => api.lift.call({ id, reason })}
      />
    )
  return <AddressDialog {...props} />
}

/** A person's dialog, after which the lists of people are loaded again. */
function ActDialog({ save, ...dialog }: Omit<ReasonDialogProps, 'texts' | 'failed'>) {
  const queryClient = useQueryClient()
  async function saveAndReload(reason: string) {
    await save(reason)
    await queryClient.invalidateQueries({ queryKey: api.key() })
  }
  return <ReasonDialog {...dialog} save={saveAndReload} texts={failures} failed={m.people_save_failed} />
}

/** Shows the full address instead of closing. */
function AddressDialog({ person: { id, name }, onClose }: DialogProps) {
  const [address, setAddress] = useState<string>()
  const title = m.people_address_named({ name })
  if (address !== undefined) {
    return (
      <Dialog open onClose={onClose} title={title} footer={<Button onClick={onClose}>{m.design_close()}</Button>} atBottom>
        <p role="status" className="text-lg font-semibold select-all [overflow-wrap:anywhere]">
          {address}
        </p>
      </Dialog>
    )
  }
  return (
    <ActDialog
      title={title}
      action={m.people_address_show()}
      hint={m.people_address_hint({ count: addressLimits.reason })}
      checkReason={addressReasonProblems}
      save={async (reason) => setAddress((await api.address.call({ id, reason })).email ?? m.people_address_none())}
      onClose={onClose}
      onSaved={() => undefined}
    />
  )
}

function SuspendDialog({ person: { id, name, suspension }, onClose }: DialogProps) {
  const [chosen, setChosen] = useState(suspension && !suspension.until ? 'null' : '3')
  const [hidesContent, setHidesContent] = useState(suspension?.hidesContent ?? false)
  const [rule, setRule] = useState<Rule>()
  const days = suspensionDays.find((each) => String(each) === chosen) ?? null
  return (
    <ActDialog
      title={suspension ? m.people_change_suspension_named({ name }) : m.people_suspend_named({ name })}
      action={suspension ? m.people_change_suspension() : m.people_suspend()}
      hint={m.people_reason_person()}
      onClose={onClose}
      save={(reason) => api.suspend.call({ id, days, ...(rule && { rule }), reason, hidesContent })}
      check={() => !rule && { rule: 'RULE_MISSING' }}
    >
      {(problems) => (
        <>
          <RadioGroup
            legend={m.people_suspend_for()}
            value={chosen}
            onChange={setChosen}
            options={suspensionDays.map((each) => ({ value: String(each), label: daysText(each) }))}
          />
          <RuleField rule={rule} onChange={setRule} error={problems.rule} />
          <SwitchField label={m.people_hide()} hint={m.people_hide_hint()} checked={hidesContent} onChange={setHidesContent} />
        </>
      )}
    </ActDialog>
  )
}

function RoleDialog({ person: { id, name, role: present }, onClose }: DialogProps) {
  const [role, setRole] = useState(present)
  return (
    <ActDialog
      title={m.people_role_named({ name })}
      action={m.people_role_change()}
      hint={m.people_reason_role()}
      onClose={onClose}
      save={(reason) => api.setRole.call({ id, role, reason })}
    >
      <RadioGroup
        legend={m.people_role()}
        value={role}
        onChange={setRole}
        options={roles.map((each) => ({ value: each, label: roleNames[each](), hint: roleEffects[each]() }))}
      />
    </ActDialog>
  )
}
