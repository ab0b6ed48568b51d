import { Button } from '#design/button.tsx'
import { SelectField } from '#design/choice-field.tsx'
import { TextField } from '#design/text-field.tsx'
import { m } from '#messages'
import { keptDays } from '../../holding/terms.ts'
import { selectableAges, selectableFormTimes } from '../terms.ts'
import type { Chosen } from './chosen-selection.ts'
import { ageText, formText } from './join-groups.tsx'
import { networkName } from './network-name.ts'

const ageOptions = selectableAges.map((hours) => ({ value: String(hours), label: ageText(hours) }))

const formOptions = selectableFormTimes.map((seconds) => ({ value: String(seconds), label: formText(seconds) }))

type ConditionsProps = { chosen: Chosen; problems: Record<string, string>; onChoose: (chosen: Chosen) => void }

/** The fields of a selection. */
export function Conditions({ chosen, problems, onChoose }: ConditionsProps) {
  const change = (field: keyof Chosen) => (event: { target: { value: string } }) => onChoose({ ...chosen, [field]: event.target.value })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        type="datetime-local"
        step={3_600}
        label={m.corrections_from()}
        hint={m.corrections_hour_hint()}
        value={chosen.joinedFrom}
        onChange={change('joinedFrom')}
      />
      <TextField
        type="datetime-local"
        step={3_600}
        label={m.corrections_to()}
        hint={m.corrections_hour_hint()}
        value={chosen.joinedTo}
        onChange={change('joinedTo')}
        error={problems.joinedTo}
      />
      <TextField
        label={m.corrections_domain()}
        hint={m.corrections_domain_hint()}
        value={chosen.mailDomain}
        onChange={change('mailDomain')}
        error={problems.mailDomain}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <SelectField
        label={m.corrections_age()}
        value={chosen.accountHours}
        onChange={change('accountHours')}
        options={[{ value: '', label: m.corrections_age_any() }, ...ageOptions]}
      />
      <SelectField
        label={m.corrections_form()}
        hint={m.corrections_form_hint({ days: keptDays })}
        value={chosen.formSeconds}
        onChange={change('formSeconds')}
        options={[{ value: '', label: m.corrections_form_any() }, ...formOptions]}
      />
      {chosen.network && (
        <p className="flex items-center gap-4">
          <span className="grow font-semibold">{m.corrections_condition_network({ network: networkName(chosen.network) })}</span>
          <Button size="sm" tone="quiet" onClick={() => onChoose({ ...chosen, network: '' })}>
            {m.corrections_network_any()}
          </Button>
        </p>
      )}
    </div>
  )
}
