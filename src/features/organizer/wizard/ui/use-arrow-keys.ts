import { useEffect, useRef } from 'react'

/** Controls that use the arrow keys themselves. A checkbox does not. */
const busy =
  'input:not([type="checkbox"]), textarea, select, [contenteditable]:not([contenteditable="false"]), dialog, [role="dialog"], [role="alertdialog"], [role="listbox"], [role="combobox"], [role="radiogroup"], [role="slider"], [role="menu"], [role="tablist"]'

/** Handles ArrowRight and ArrowLeft on the whole page, except while a control or dialog uses them. */
export function useArrowKeys(keys: { right: () => void; left: () => void }) {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (event.target instanceof Element && event.target.closest(busy)) return
      if (document.querySelector('dialog[open]')) return
      if (event.key === 'ArrowRight') latest.current.right()
      if (event.key === 'ArrowLeft') latest.current.left()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
