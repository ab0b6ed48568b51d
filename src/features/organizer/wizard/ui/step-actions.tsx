import { useStore } from '@tanstack/react-form'
import { TextField } from '#design/text-field.tsx'
import { limits } from '#features/campaigns/validation/terms.ts'
import { m } from '#messages'
import { newAction, newAlternative } from '../draft.ts'
import { AddressField } from './address-field.tsx'
import { Advice } from './advice.tsx'
import { Rows } from './rows.tsx'
import { bind, type StepProps } from './wizard-form.ts'

export function StepActions({ form, problemAt }: StepProps) {
  return (
    <>
      <form.Field name="actions" mode="array">
        {(rows) => (
          <Rows
            name="actions"
            field={rows}
            problemAt={problemAt}
            hint={<Advice text={m.wizard_actions_hint()} example={m.wizard_actions_example()} />}
            words={{ legend: m.wizard_actions, row: m.wizard_action, add: m.wizard_action_add }}
            onAdd={() => rows.pushValue(newAction())}
          >
            {(at, label) => (
              <form.Field name={`actions[${at}].text`}>
                {(field) => <TextField {...bind(field)} label={label} count={{ max: limits.action }} error={problemAt(`actions.${at}`)} autoComplete="off" />}
              </form.Field>
            )}
          </Rows>
        )}
      </form.Field>
      <form.Field name="alternatives" mode="array">
        {(rows) => (
          <Rows
            name="alternatives"
            field={rows}
            problemAt={problemAt}
            hint={<Advice text={m.wizard_alternatives_hint()} example={m.wizard_alternatives_example()} />}
            words={{ legend: m.wizard_alternatives, row: m.wizard_alternative, add: m.wizard_alternative_add }}
            onAdd={() => rows.pushValue(newAlternative())}
          >
            {(at, label) => <Alternative form={form} problemAt={problemAt} at={at} label={label} />}
          </Rows>
        )}
      </form.Field>
    </>
  )
}

function Alternative({ form, problemAt, at, label }: Pick<StepProps, 'form' | 'problemAt'> & { at: number; label: string }) {
  // A website or note without a name is a problem of the name, which is shown after any of the three fields was left.
  const isLeft = useStore(form.store, ({ fieldMeta }) => alternativeParts.some((part) => fieldMeta[`alternatives[${at}].${part}`]?.isBlurred))
  return (
    <>
      <form.Field name={`alternatives[${at}].name`}>
        {(field) => (
          <TextField
            {...bind(field)}
            label={label}
            count={{ max: limits.alternative }}
            error={problemAt(`alternatives.${at}.name`, isLeft)}
            autoComplete="off"
          />
        )}
      </form.Field>
      <div className="grid gap-3 sm:grid-cols-2">
        <form.Field name={`alternatives[${at}].url`}>
          {(field) => (
            <AddressField field={field} label={m.wizard_alternative_url()} optional error={problemAt(`alternatives.${at}.url`, field.state.meta.isBlurred)} />
          )}
        </form.Field>
        <form.Field name={`alternatives[${at}].note`}>
          {(field) => (
            <TextField
              {...bind(field)}
              label={m.wizard_alternative_note()}
              optional
              placeholder={m.wizard_alternative_note_example()}
              count={{ max: limits.note }}
              error={problemAt(`alternatives.${at}.note`)}
              autoComplete="off"
            />
          )}
        </form.Field>
      </div>
    </>
  )
}

const alternativeParts = ['name', 'url', 'note'] as const
