import { Button } from '#design/button.tsx'
import { SelectField } from '#design/choice-field.tsx'
import { FailureText } from '#design/field-texts.tsx'
import { TextField } from '#design/text-field.tsx'
import { m } from '#messages'
import { fullTime } from '#platform/time-text.ts'
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
      {chosen.hour ? (
        <div className="sm:col-span-2">
          <Condition
            name={m.corrections_condition_hour({ time: fullTime(new Date(chosen.hour)) })}
            other={m.corrections_hour_any()}
            onRemove={() => onChoose({ ...chosen, hour: '' })}
          />
          {problems.joinedFrom && <FailureText>{problems.joinedFrom}</FailureText>}
        </div>
      ) : (
        <>
          <TextField type="date" label={m.corrections_from()} value={chosen.fromDay} onChange={change('fromDay')} error={problems.joinedFrom} />
          <TextField type="date" label={m.corrections_to()} value={chosen.toDay} onChange={change('toDay')} error={problems.joinedTo} />
        </>
      )}
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
        <Condition
          name={m.corrections_condition_network({ network: networkName(chosen.network) })}
          other={m.corrections_network_any()}
          onRemove={() => onChoose({ ...chosen, network: '' })}
        />
      )}
    </div>
  )
}

type ConditionProps = { name: string; other: string; onRemove: () => void }

/** A condition that is chosen in a table above, with a button that removes it. */
function Condition({ name, other, onRemove }: ConditionProps) {
  return (
    <p className="flex items-center gap-4">
      <span className="grow font-semibold">{name}</span>
      <Button size="sm" tone="quiet" onClick={onRemove}>
        {other}
      </Button>
    </p>
  )
}
