import { Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { controlClass } from '#design/classes.ts'
import { m } from '#messages'
import type { Typed } from './typed.ts'

/** A plain form until it gets the focus, when the combobox is loaded. On small screens it is a link to the search page. */
export function HeaderSearch() {
  const [suggesting, setSuggesting] = useState<{ Part: ComponentType<{ typed: Typed }>; typed: Typed } | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const suggest = useCallback(() => {
    import('./header-combobox.tsx').then(
      ({ HeaderCombobox }) => {
        const field = box.current?.querySelector('input')
        // The user may have moved to another field, which must keep the focus. The next focus event tries again.
        if (!field || field !== document.activeElement) return
        const typed = { text: field.value, at: field.selectionStart }
        // Renders synchronously, so that no key press is lost between reading the text and moving the focus.
        flushSync(() => setSuggesting((now) => now ?? { Part: HeaderCombobox, typed }))
      },
      () => {},
    )
  }, [])
  useEffect(() => {
    // The field may have got the focus before hydration.
    if (box.current?.contains(document.activeElement)) suggest()
    const slash = (event: KeyboardEvent) => {
      const { target } = event
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog')) return
      event.preventDefault()
      box.current?.querySelector('input')?.focus()
    }
    document.addEventListener('keydown', slash)
    return () => document.removeEventListener('keydown', slash)
  }, [suggest])
  return (
    <>
      <div ref={box} className="relative hidden grow md:block">
        {suggesting ? (
          <suggesting.Part typed={suggesting.typed} />
        ) : (
          <search>
            <form action="/search">
              <input
                type="search"
                name="q"
                aria-label={m.search_label()}
                placeholder={m.search_label()}
                autoComplete="off"
                onFocus={suggest}
                className={controlClass}
              />
            </form>
          </search>
        )}
      </div>
      <Link to="/search" aria-label={m.search_open()} className="ms-auto grid size-11 place-items-center md:hidden">
        <Search className="size-5" aria-hidden="true" />
      </Link>
    </>
  )
}
