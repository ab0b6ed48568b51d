import { useRouterState } from '@tanstack/react-router'
import { type ComponentProps, useEffect, useRef } from 'react'

type ClosingDetailsProps = ComponentProps<'details'> & {
  /** Keeps the menu open when the URL changes, for menus whose options change the URL. */
  staysOpen?: boolean
}

/** A menu that opens without JavaScript. With JavaScript, Escape, a press outside and a navigation close it. */
export function ClosingDetails({ staysOpen = false, ...props }: ClosingDetailsProps) {
  const details = useRef<HTMLDetailsElement>(null)
  // Identifies the page by history index and path, because a page may replace its own URL, for example to correct it.
  const place = useRouterState({ select: ({ location }) => `${location.state.__TSR_index} ${location.pathname}` })
  const openedAt = useRef(place)
  useEffect(() => {
    if (openedAt.current === place) return
    openedAt.current = place
    if (details.current && !staysOpen) details.current.open = false
  }, [place, staysOpen])
  useEffect(() => {
    const press = ({ target }: PointerEvent) => {
      const menu = details.current
      if (menu?.open && target instanceof Node && !menu.contains(target)) menu.open = false
    }
    const key = (event: KeyboardEvent) => {
      const menu = details.current
      if (event.key !== 'Escape' || !menu?.open) return
      menu.open = false
      menu.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', press)
    document.addEventListener('keydown', key)
    return () => {
      document.removeEventListener('pointerdown', press)
      document.removeEventListener('keydown', key)
    }
  }, [])
  return <details {...props} ref={details} />
}
