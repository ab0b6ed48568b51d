import { useStore } from '@tanstack/react-form'
import { TextField } from '#design/text-field.tsx'
import { limits } from '#features/campaigns/validation/terms.ts'
import { m } from '#messages'
import { newSource } from '../draft.ts'
import { AddressField } from './address-field.tsx'
import { Advice } from './advice.tsx'
import { Rows } from './rows.tsx'
import { bind, type StepProps } from './wizard-form.ts'

type SourceProps = Pick<StepProps, 'form' | 'problemAt'>

/** The campaign's sources, each with its URL and a description. */
export function SourceRows({ form, problemAt }: SourceProps) {
  return (
    <form.Field name="sources" mode="array">
      {(rows) => (
        <Rows
          name="sources"
          field={rows}
          problemAt={problemAt}
          hint={<Advice text={m.wizard_sources_hint({ max: limits.sources })} example={m.wizard_sources_example()} />}
          words={{ legend: m.wizard_sources, row: m.wizard_source, add: m.wizard_source_add }}
          onAdd={() => rows.pushValue(newSource())}
        >
          {(at, label) => <Source form={form} problemAt={problemAt} at={at} label={label} />}
        </Rows>
      )}
    </form.Field>
  )
}

function Source({ form, problemAt, at, label }: SourceProps & { at: number; label: string }) {
  // An address without a description is a problem of the description, and a description without an address is one of the address. The first is
  // shown after the description was left, the second after either field was left.
  const isLeft = useStore(form.store, ({ fieldMeta }) => {
    const [url, description] = [fieldMeta[`sources[${at}].url`], fieldMeta[`sources[${at}].description`]]
    return { url: url?.isBlurred === true, description: description?.isBlurred === true }
  })
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <form.Field name={`sources[${at}].url`}>
        {(field) => <AddressField field={field} label={label} error={problemAt(`sources.${at}.url`, isLeft.url || isLeft.description)} />}
      </form.Field>
      <form.Field name={`sources[${at}].description`}>
        {(field) => (
          <TextField
            {...bind(field)}
            label={m.wizard_source_shows()}
            count={{ max: limits.source }}
            error={problemAt(`sources.${at}.description`, isLeft.description)}
            autoComplete="off"
          />
        )}
      </form.Field>
    </div>
  )
}
