import { CheckboxField } from '#design/choice-field.tsx'
import { RadioGroup } from '#design/radio-group.tsx'
import { TextField } from '#design/text-field.tsx'
import { m } from '#messages'
import { type Demand, type DemandCode, demanders } from '../terms.ts'

const demanderTexts = { government: m.moderation_demander_government, company: m.moderation_demander_company } as const

export const emptyDemand: Demand = { by: '', from: 'government', isNamed: true }

/** The texts for an invalid demand. */
export const demandTexts: Record<DemandCode, () => string> = {
  DEMAND_MISSING: m.moderation_demand_missing,
  DEMAND_TOO_LONG: m.moderation_demand_too_long,
  DEMAND_WITHOUT_REMOVAL: m.moderation_demand_without_removal,
}

type DemandFieldsProps = { demand: Demand; onChange: (demand: Demand) => void; error: string | undefined }

/** Asks who demands a removal, and whether the public may know it. */
export function DemandFields({ demand, onChange, error }: DemandFieldsProps) {
  const { by, from, isNamed } = demand
  return (
    <>
      <RadioGroup
        legend={m.moderation_demander()}
        value={from}
        onChange={(value) => onChange({ ...demand, from: value })}
        options={demanders.map((value) => ({ value, label: demanderTexts[value]() }))}
      />
      <TextField
        label={m.moderation_demand_by()}
        hint={m.moderation_demand_by_hint()}
        value={by}
        onChange={({ target }) => onChange({ ...demand, by: target.value })}
        error={error}
        autoComplete="off"
        dir="auto"
      />
      <CheckboxField label={m.moderation_demand_named()} checked={isNamed} onChange={({ target }) => onChange({ ...demand, isNamed: target.checked })} />
    </>
  )
}
