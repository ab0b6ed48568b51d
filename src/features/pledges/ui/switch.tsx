import type { ReactNode } from 'react'
import { switchTrackClass } from '#design/switch-track.ts'

type SwitchProps = {
  isOn: boolean
  onChange: (isOn: boolean) => void
  label?: string | undefined
  name?: string
  children: ReactNode
}

export function Switch({ isOn, onChange, label, name, children }: SwitchProps) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        role="switch"
        name={name}
        value="yes"
        // Stops the browser from restoring an old position after a reload.
        autoComplete="off"
        aria-label={label}
        aria-checked={isOn}
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
        className="peer sr-only"
      />
      <span aria-hidden="true" className={switchTrackClass} />
      <span className="text-sm">{children}</span>
    </label>
  )
}
