import type { MouseEvent } from 'react'
import { fieldId } from './wizard-form.ts'

const focusable = 'input:not([type="file"]):not(:disabled), textarea, select, button:not(:disabled)'

/** Scrolls to a rendered field and focuses its control, or the first control of the part that contains it. */
export function focusField(field: string): void {
  for (let name = field; name !== ''; name = name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : '') {
    const element = document.getElementById(fieldId(name))
    const control = element?.matches(focusable) ? element : element?.querySelector<HTMLElement>(focusable)
    if (!control) continue
    control.scrollIntoView({ block: 'center' })
    control.focus({ preventScroll: true })
    return
  }
}

/** For buttons below a field: leaving the field may show an error that moves the button away from the pointer, and the click would be lost. */
export const keepFocus = (event: MouseEvent) => event.preventDefault()
