import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'
import { switchTrackClass } from './switch-track.ts'

type SwitchFieldProps = Omit<ComponentProps<'input'>, 'className' | 'type' | 'onChange'> & {
  label: ReactNode
  hint?: ReactNode
  onChange: (on: boolean) => void
}

/** A switch: its text at the start of the row, its track at the end. */
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
      <span aria-hidden="true" className={switchTrackClass} />
    </label>
  )
}
