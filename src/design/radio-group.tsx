import { type ReactNode, useId } from 'react'
import { type Option, tickClass } from './choice-field.tsx'
import { cx } from './classes.ts'
import { ErrorText, HintText } from './field-texts.tsx'

type RadioProps<Value extends string> = {
  legend: ReactNode
  /** Shows the legend to screen readers only. */
  legendHidden?: boolean
  options: ReadonlyArray<Option<Value> & { hint?: string; icon?: ReactNode }>
  value: Value
  onChange: (value: Value) => void
  hint?: ReactNode
  error?: string | undefined
  name?: string
  className?: string
}

export function RadioGroup<Value extends string>({ options, value, onChange, name, ...frame }: RadioProps<Value>) {
  const own = useId()
  return (
    <Frame id={own} {...frame}>
      <div className="flex flex-col">
        {options.map((option) => (
          <label key={option.value} className="flex min-h-11 items-start gap-3 py-2.5">
            <input
              type="radio"
              name={name ?? own}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
              className={cx(tickClass, 'mt-0.5')}
            />
            <span>
              {option.label}
              {option.hint && <span className="block text-sm text-muted">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </Frame>
  )
}

/** A choice among a few options side by side; the arrow keys work as in any radio group. */
export function Segmented<Value extends string>({ options, value, onChange, name, ...frame }: RadioProps<Value>) {
  const own = useId()
  return (
    <Frame id={own} {...frame}>
      <div className="inline-flex max-w-full flex-wrap gap-px rounded-sm border border-edge bg-line">
        {options.map((option) => (
          <label
            key={option.value}
            className="type-label relative inline-flex min-h-11 grow items-center justify-center gap-2 bg-raised px-4 text-sm transition-colors hover:bg-sunk has-checked:bg-ink has-checked:text-paper has-focus-visible:z-1 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-disabled:text-muted"
          >
            <input
              type="radio"
              name={name ?? own}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
              className="sr-only"
            />
            {option.icon}
            {option.label}
          </label>
        ))}
      </div>
    </Frame>
  )
}

type FrameProps = Pick<RadioProps<string>, 'legend' | 'legendHidden' | 'hint' | 'error' | 'className'> & { id: string; children: ReactNode }

function Frame({ id, legend, legendHidden, hint, error, className, children }: FrameProps) {
  return (
    <fieldset className={className} aria-describedby={cx(error && `${id}-error`, hint !== undefined && `${id}-hint`) || undefined}>
      <legend className={legendHidden ? 'sr-only' : 'mb-1 font-semibold'}>{legend}</legend>
      <HintText id={id} hint={hint} />
      {children}
      <ErrorText id={id} error={error} />
    </fieldset>
  )
}
