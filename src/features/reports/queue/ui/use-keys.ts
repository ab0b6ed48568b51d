import { type RefObject, useEffect } from 'react'

const moves: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/**
 * Keys for the cases in `list`: j and k or the arrows move the focus between them, and a letter presses the element of the focused case
 * with that `data-key`. Ignored while the reader types, in dialogs, and with Ctrl, Alt or Meta. `isOn`: the reader has not switched them off.
 */
export function useKeys(list: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const onKey = (event: KeyboardEvent) => {
      const { target, key } = event
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !(target instanceof Element)) return
      if (target.closest('input, textarea, select, [contenteditable], dialog, [role=dialog]') || document.querySelector('dialog[open]')) return
      const cases = [...(list.current?.querySelectorAll<HTMLElement>(':scope > li') ?? [])]
      const at = cases.findIndex((item) => item.contains(document.activeElement))
      const step = moves[key]
      if (step !== undefined) {
        // Outside the list the arrows scroll the page.
        if (at < 0 && key.startsWith('Arrow')) return
        event.preventDefault()
        const next = cases[Math.min(Math.max(at + step, 0), cases.length - 1)]
        next?.focus()
        next?.scrollIntoView({ block: 'nearest' })
        return
      }
      if (!/^[a-z]$/.test(key)) return
      const pressed = cases[at]?.querySelector<HTMLElement>(`[data-key="${key}"]`)
      const button = pressed?.matches('a, button') ? pressed : pressed?.querySelector<HTMLElement>('a, button')
      if (!button) return
      event.preventDefault()
      button.click()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [list, isOn])
}
