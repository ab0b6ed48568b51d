import { useStore } from '@tanstack/react-form'
import { SelectField } from '#design/choice-field.tsx'
import { cx } from '#design/classes.ts'
import { Segmented } from '#design/radio-group.tsx'
import { TextField } from '#design/text-field.tsx'
import { durationBases } from '#features/campaigns/terms.ts'
import { limits } from '#features/campaigns/validation/terms.ts'
import { m } from '#messages'
import { formatCents } from '#platform/format.ts'
import { parseCents } from '../amounts.ts'
import { type Preset, presets } from '../presets.ts'
import { Advice } from './advice.tsx'
import { basisText, perBasis } from './basis-text.ts'
import { ImpactPreview } from './impact-preview.tsx'
import { bind, fieldId, type StepProps } from './wizard-form.ts'

export function StepImpact({ form, problemAt }: StepProps) {
  const draft = useStore(form.store, ({ values }) => values)
  return (
    <>
      <form.Field name="mode">
        {(field) => (
          <Segmented
            legend={m.wizard_mode()}
            hint={<Advice text={m.wizard_mode_hint()} example={m.wizard_mode_example()} />}
            value={field.state.value}
            onChange={(mode) => field.handleChange(mode)}
            options={[
              { value: 'monetary', label: m.wizard_mode_monetary() },
              { value: 'non_monetary', label: m.wizard_mode_non_monetary() },
            ]}
          />
        )}
      </form.Field>
      {draft.mode === 'monetary' ? (
        <Monetary form={form} problemAt={problemAt} />
      ) : (
        <form.Field name="unit">
          {(field) => (
            <TextField
              {...bind(field)}
              label={m.wizard_unit()}
              hint={<Advice text={m.wizard_unit_hint()} example={m.wizard_unit_example()} />}
              count={{ max: limits.unit }}
              error={problemAt('unit', field.state.meta.isBlurred)}
              autoComplete="off"
            />
          )}
        </form.Field>
      )}
      <section aria-label={m.wizard_preview()} className="border-y-2 border-ink py-4">
        <ImpactPreview draft={draft} />
      </section>
      <SupportersGoal form={form} problemAt={problemAt} />
    </>
  )
}

/** Field for the optional goal, a number of supporters. The creator can also change the goal while the campaign is active. */
export function SupportersGoal({ form, problemAt }: Pick<StepProps, 'form' | 'problemAt'>) {
  return (
    <form.Field name="supportersGoal">
      {(field) => (
        <TextField
          {...bind(field)}
          label={m.wizard_supporter_goal()}
          hint={<Advice text={m.wizard_supporter_goal_hint()} example={m.wizard_supporter_goal_example()} />}
          optional
          type="number"
          min={limits.supportersGoal.min}
          max={limits.supportersGoal.max}
          step={1}
          inputMode="numeric"
          onWheel={blurOnWheel}
          error={problemAt('supportersGoal', field.state.meta.isBlurred)}
          className="sm:max-w-80"
        />
      )}
    </form.Field>
  )
}

function Monetary({ form, problemAt }: StepProps) {
  return (
    <>
      <Presets form={form} />
      <form.Field name="productService">
        {(field) => (
          <TextField
            {...bind(field)}
            label={m.wizard_product()}
            hint={<Advice text={m.wizard_product_hint()} example={m.wizard_product_example()} />}
            count={{ max: limits.productService }}
            error={problemAt('productService', field.state.meta.isBlurred)}
            autoComplete="off"
          />
        )}
      </form.Field>
      <div className="grid gap-x-4 gap-y-6 sm:grid-cols-2">
        <form.Field name="spend">
          {(field) => (
            <TextField
              {...bind(field)}
              label={m.wizard_spend()}
              hint={<Advice text={m.wizard_spend_hint()} example={m.wizard_spend_example()} />}
              type="number"
              min={0}
              step={0.01}
              inputMode="decimal"
              onWheel={blurOnWheel}
              error={problemAt('spend', field.state.meta.isBlurred)}
            />
          )}
        </form.Field>
        <form.Field name="durationBasis">
          {(field) => (
            <SelectField
              id={fieldId('durationBasis')}
              label={m.wizard_basis()}
              hint={<Advice text={m.wizard_basis_hint()} example={m.wizard_basis_example()} />}
              value={field.state.value}
              onChange={(event) => {
                const basis = durationBases.find((each) => each === event.target.value)
                if (basis) field.handleChange(basis)
              }}
              options={durationBases.map((basis) => ({ value: basis, label: basisText(basis) }))}
              error={problemAt('durationBasis')}
            />
          )}
        </form.Field>
      </div>
    </>
  )
}

function Presets({ form }: Pick<StepProps, 'form'>) {
  const draft = useStore(form.store, ({ values }) => values)
  const names = presets.map(({ name }) => presetName(name))
  const isSet = ({ name, spend, basis }: Preset) =>
    draft.productService === presetName(name) && parseCents(draft.spend) === parseCents(spend) && draft.durationBasis === basis

  function applyPreset({ name, spend, basis }: Preset) {
    // Keeps a product that the author has typed.
    if (draft.productService.trim() === '' || names.includes(draft.productService)) form.setFieldValue('productService', presetName(name))
    form.setFieldValue('spend', spend)
    form.setFieldValue('durationBasis', basis)
  }

  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{m.wizard_presets()}</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {presets.map((preset) => (
          <button
            key={preset.name}
            type="button"
            aria-pressed={isSet(preset)}
            onClick={() => applyPreset(preset)}
            className={cx(
              'flex min-h-14 flex-col items-start justify-center rounded-sm border border-edge bg-raised px-3 py-1.5 text-start transition-colors hover:border-ink',
              'aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper',
            )}
          >
            <span className="type-label leading-tight">{presetName(preset.name)}</span>{' '}
            <span className="text-sm tabular-nums">
              {formatCents(parseCents(preset.spend) ?? 0)} {perBasis(preset.basis)}
            </span>
          </button>
        ))}
      </div>
    </fieldset>
  )
}

const presetNames: { [name in Preset['name']]: () => string } = {
  streaming: m.wizard_preset_streaming,
  shoes: m.wizard_preset_shoes,
  coffee: m.wizard_preset_coffee,
  phone: m.wizard_preset_phone,
  car: m.wizard_preset_car,
  insurance: m.wizard_preset_insurance,
}
const presetName = (name: Preset['name']) => presetNames[name]()

/** Removes the focus from a number field, because browsers change the number of a focused field when the reader scrolls over it. */
const blurOnWheel = (event: { currentTarget: HTMLInputElement }) => event.currentTarget.blur()
