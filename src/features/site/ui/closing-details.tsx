import { useRouterState } from '@tanstack/react-router'
import { type ComponentProps, useEffect, useRef } from 'react'

type ClosingDetailsProps = ComponentProps<'details'> & {
  /** Left open when the address changes: what is chosen in it changes the address. */
  staysOpen?: boolean
}

/** A menu that opens without JavaScript; with it, Esc, a press outside and a change of page close it. */
export function ClosingDetails({ staysOpen = false, ...props }: ClosingDetailsProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const href = useRouterState({ select: ({ location }) => location.href })
  const openedAt = useRef(href)
  useEffect(() => {
    if (openedAt.current === href) return
    openedAt.current = href
    if (details.current && !staysOpen) details.current.open = false
  }, [href, staysOpen])
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
