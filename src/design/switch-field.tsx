import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'
import { cx } from './classes.ts'

type SwitchFieldProps = Omit<ComponentProps<'input'>, 'className' | 'type' | 'onChange'> & {
  label: ReactNode
  hint?: ReactNode
  onChange: (on: boolean) => void
}

/** On or off: the words at the start, the switch at the end of its row. */
export function SwitchField({ label, hint, onChange, checked, ...rest }: SwitchFieldProps) {
  const id = useId()
  return (
    <label htmlFor={id} className="flex min-h-11 items-center justify-between gap-6 py-2">
      <span>
        <span className="block font-semibold">{label}</span>
        {hint !== undefined && (
          <span id={`${id}-hint`} className="block text-sm text-muted">
            {hint}
          </span>
        )}
      </span>
      <input
        {...rest}
        id={id}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
        className="peer sr-only"
      />
      <span
        aria-hidden="true"
        className={cx(
          'relative h-6 w-11 shrink-0 rounded-full border-2 border-edge bg-raised transition-colors peer-checked:border-ink peer-checked:bg-ink peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus peer-disabled:opacity-45',
          'after:absolute after:start-0.5 after:top-0.5 after:size-4 after:rounded-full after:bg-edge after:transition-transform peer-checked:after:translate-x-5 peer-checked:after:bg-paper rtl:peer-checked:after:-translate-x-5',
        )}
      />
    </label>
  )
}
