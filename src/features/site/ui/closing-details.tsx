import { useRouterState } from '@tanstack/react-router'
import { type ComponentProps, useEffect, useRef } from 'react'

type ClosingDetailsProps = ComponentProps<'details'> & {
  /** Left open when the address changes: what is chosen in it changes the address. */
  staysOpen?: boolean
}

/** A menu that opens without JavaScript; with it, Esc, a press outside and a change of page close it. */
export function ClosingDetails({ staysOpen = false, ...props }: ClosingDetailsProps) {
  const details = useRef<HTMLDetailsElement>(null)
  // Where a page puts its own address right, as for what was chosen before the script was there, nobody has gone anywhere.
  const place = useRouterState({ select: ({ location }) => `${location.state.__TSR_index} ${location.pathname}` })
  const openedAt = useRef(place)
  useEffect(() => {
    if (openedAt.current === place) return
    openedAt.current = place
    if (details.current && !staysOpen) details.current.open = false
  }, [place, staysOpen])
  useEffect(() => {
    // Whoever opened it before its code was there is told of as well.
    if (details.current?.open) details.current.dispatchEvent(new Event('toggle'))
  }, [])
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
