import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { controlClass, cx } from './classes.ts'
import { FieldFrame, type FieldTexts, useFieldIds } from './field.tsx'
import { ErrorText, HintText } from './field-texts.tsx'

export type Option<Value extends string> = { value: Value; label: string; disabled?: boolean }

type SelectFieldProps = Omit<ComponentProps<'select'>, 'className' | 'children'> & FieldTexts & { options: ReadonlyArray<Option<string>>; className?: string }

export function SelectField({ id: given, label, hint, error, optional, options, className, ...rest }: SelectFieldProps) {
  const { id, described } = useFieldIds(given, { label, hint, error })
  return (
    <FieldFrame {...{ id, label, hint, error, optional, className }}>
      <span className="relative block">
        <select {...rest} {...described} id={id} className={cx(controlClass, 'appearance-none pe-10')}>
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown className="pointer-events-none absolute inset-y-0 end-3 my-auto size-5" />
      </span>
    </FieldFrame>
  )
}

type CheckboxFieldProps = Omit<ComponentProps<'input'>, 'className' | 'type'> & FieldTexts & { className?: string }

export function CheckboxField({ id: given, label, hint, error, className, ...rest }: CheckboxFieldProps) {
  const { id, described } = useFieldIds(given, { label, hint, error })
  return (
    <div className={cx('flex flex-col', className)}>
      <label htmlFor={id} className="flex min-h-11 items-center gap-3">
        <input {...rest} {...described} id={id} type="checkbox" className={tickClass} />
        <span>{label}</span>
      </label>
      <div className="ms-8">
        <HintText id={id} hint={hint} />
        <ErrorText id={id} error={error} />
      </div>
    </div>
  )
}

export const tickClass = 'size-5 shrink-0 accent-accent disabled:opacity-45'
